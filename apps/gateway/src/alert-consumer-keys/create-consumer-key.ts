import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { Problem, rfc3339 } from '@wardline/kernel'
import { ALERT_CONSUMER_KEYS, alertConsumerKeys, MAX_ALERT_CONSUMER_KEYS } from '@wardline/registries'
import { type ServicePorts, update } from '@wardline/service-kit'
import { judgedKey, keyView } from './consumer-key.ts'

/**
 * `POST /alert-consumer-keys`: alerts created from now on are readable to whoever has the private key.
 * @throws Problem `validation_failed` for what is not a public key, `state_conflict` for one that is registered,
 * `limit_reached`.
 */
export const createConsumerKey =
  ({ registry, clock }: Pick<ServicePorts, 'registry' | 'clock'>): OperationHandler<'createAlertConsumerKey'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const { jwk, description = null } = request.body
    const key = { ...(await judgedKey(jwk)), description, created_at: rfc3339(clock.now()) }
    await update(registry, alertConsumerKeys, tenantId, ALERT_CONSUMER_KEYS, current => {
      const keys = current?.doc.keys ?? []
      if (keys.some(({ kid }) => kid === key.kid)) throw new Problem('state_conflict')
      if (keys.length >= MAX_ALERT_CONSUMER_KEYS) throw new Problem('limit_reached')
      return { doc: { id: ALERT_CONSUMER_KEYS, keys: [...keys, key] } }
    })
    return { status: 201, body: keyView(tenantId, key) }
  }
