import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { ALERT_CONSUMER_KEYS, alertConsumerKeys } from '@wardline/registries'
import type { ServicePorts } from '@wardline/service-kit'
import { keyView } from './consumer-key.ts'

/** `GET /alert-consumer-keys`, oldest first. There are so few that one page holds all of them. */
export const listConsumerKeys =
  ({ registry }: Pick<ServicePorts, 'registry'>): OperationHandler<'listAlertConsumerKeys'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const stored = await registry.read(alertConsumerKeys, tenantId, ALERT_CONSUMER_KEYS)
    const items = (stored?.doc.keys ?? []).map(key => keyView(tenantId, key))
    return { status: 200, body: { items, next_cursor: null } }
  }
