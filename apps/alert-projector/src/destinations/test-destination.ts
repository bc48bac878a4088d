import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { newId } from '@wardline/kernel'
import type { DestinationPorts } from './context.ts'
import { findDestination } from './destination-view.ts'
import { sendWebhook } from './send-webhook.ts'

/**
 * `POST /alert-destinations/{destination_id}/test`: sends one signed `ping` now, in any state of the destination. No
 * alert waits for it.
 */
export const testDestination =
  (ports: DestinationPorts): OperationHandler<'testAlertDestination'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const { doc } = await findDestination(ports.registry, tenantId, request.params.destination_id)
    const ping = { id: newId('env'), type: 'ping', data: { destination_id: doc.id } } as const
    const sent = await sendWebhook(ports, tenantId, doc, ping, request.signal)
    return {
      status: 200,
      body:
        sent.outcome === 'delivered'
          ? { delivered: true, error_code: null }
          : { delivered: false, error_code: sent.code },
    }
  }
