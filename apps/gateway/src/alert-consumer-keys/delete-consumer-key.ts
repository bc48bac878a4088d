import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { Problem } from '@wardline/kernel'
import { ALERT_CONSUMER_KEYS, alertConsumerKeys } from '@wardline/registries'
import { type ServicePorts, update } from '@wardline/service-kit'

/**
 * `DELETE /alert-consumer-keys/{kid}`: no alert is encrypted for it any more, at most 2 s later. @throws Problem
 * `not_found`, the same for another tenant's key.
 */
export const deleteConsumerKey =
  ({ registry }: Pick<ServicePorts, 'registry'>): OperationHandler<'deleteAlertConsumerKey'> =>
  async request => {
    await update(registry, alertConsumerKeys, tenantPrincipal(request).tenantId, ALERT_CONSUMER_KEYS, current => {
      const kept = current?.doc.keys.filter(({ kid }) => kid !== request.params.kid)
      if (!current || kept?.length === current.doc.keys.length) throw new Problem('not_found')
      return { doc: { ...current.doc, keys: kept ?? [] } }
    })
    return { status: 204 }
  }
