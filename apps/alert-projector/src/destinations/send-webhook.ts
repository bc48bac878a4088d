import { EgressFault, type EgressResponse, retryAfterMs } from '@wardline/http'
import { type Keyring, rfc3339, type TenantId } from '@wardline/kernel'
import type { AlertDestinationDoc, DeliveryFault } from '@wardline/registries'
import { Webhook } from 'standardwebhooks'
import type { DestinationPorts } from './context.ts'
import { openSecret } from './signing-secret.ts'

const TIMEOUT_MS = 10_000
/** Limit on an endpoint's response, which is never used. */
const MAX_ANSWER_BYTES = 65_536

/**
 * How a delivery ended. `refused`: the endpoint works but refuses this request. `gone`: it wants no more deliveries
 * (410).
 */
export type Sent =
  | { readonly outcome: 'delivered'; readonly status: number }
  | { readonly outcome: 'failed' | 'refused' | 'gone'; readonly code: DeliveryFault; readonly retryAfterMs?: number }

export interface Message {
  /** The same for every attempt, so the receiver can recognize a repetition. */
  readonly id: string
  readonly type: 'alert.created' | 'ping'
  readonly data: unknown
}

/**
 * Posts one message, signed according to Standard Webhooks 1.0: `webhook-id`, `webhook-timestamp`, `webhook-signature`
 * (HMAC-SHA256 over `id.timestamp.body`). Never throws because of what the other side does, and reports only a code,
 * nothing of its response.
 */
export async function sendWebhook(
  { clock, keyring, egress }: Pick<DestinationPorts, 'clock' | 'egress'> & { readonly keyring: Keyring },
  tenant: TenantId,
  destination: AlertDestinationDoc,
  { id, type, data }: Message,
  signal: AbortSignal,
): Promise<Sent> {
  const now = clock.now()
  const body = JSON.stringify({ type, timestamp: rfc3339(now), data })
  const signature = new Webhook(openSecret(keyring, tenant, destination)).sign(id, new Date(now), body)
  try {
    const response = await egress.send({
      url: destination.url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Wardline-Webhooks/1',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now / 1000)),
        'webhook-signature': signature,
      },
      body,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
      signal,
    })
    return judge(response, now)
  } catch (error) {
    if (!(error instanceof EgressFault)) throw error
    // The endpoint has accepted the message, but its response is too long.
    if (error.reason === 'too_large') return { outcome: 'delivered', status: 200 }
    return { outcome: 'failed', code: FAULTS[error.reason] }
  }
}

const FAULTS = {
  refused: 'egress_refused',
  unreachable: 'endpoint_unreachable',
  tls: 'endpoint_untrusted',
  timeout: 'endpoint_timeout',
} as const

/**
 * Status codes that an operator can fix without a change to the alert: credentials in the address, a route, a limit.
 */
const MENDABLE = [401, 403, 404, 407, 408, 425]

function judge({ status, headers }: EgressResponse, now: number): Sent {
  if (status >= 200 && status < 300) return { outcome: 'delivered', status }
  const after = retryAfterMs(headers['retry-after'], now)
  const wait = after === undefined ? {} : { retryAfterMs: after }
  if (status === 410) return { outcome: 'gone', code: 'endpoint_gone' }
  if (status === 429) return { outcome: 'failed', code: 'endpoint_throttled', ...wait }
  if (status >= 500) return { outcome: 'failed', code: 'endpoint_failed', ...wait }
  return { outcome: MENDABLE.includes(status) ? 'failed' : 'refused', code: 'endpoint_refused' }
}
