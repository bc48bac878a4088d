import { EgressFault, type EgressResponse, retryAfterMs } from '@wardline/http'
import { type Keyring, rfc3339, type TenantId } from '@wardline/kernel'
import type { AlertDestinationDoc } from '@wardline/registries'
import { Webhook } from 'standardwebhooks'
import type { DestinationPorts } from './context.ts'
import { openSecret } from './signing-secret.ts'

const TIMEOUT_MS = 10_000
/** Nobody reads what an endpoint answers. */
const MAX_ANSWER_BYTES = 65_536

/** How a delivery ended. `refused`: the endpoint takes requests and does not take this one. `gone`: it wants no more (410). */
export type Sent =
  | { readonly outcome: 'delivered'; readonly status: number }
  | { readonly outcome: 'failed' | 'refused' | 'gone'; readonly code: WebhookFault; readonly retryAfterMs?: number }

export type WebhookFault =
  | 'egress_refused'
  | 'endpoint_unreachable'
  | 'endpoint_untrusted'
  | 'endpoint_timeout'
  | 'endpoint_refused'
  | 'endpoint_throttled'
  | 'endpoint_failed'
  | 'endpoint_gone'

export interface Message {
  /** The same for every attempt: the receiver knows a repetition by it. */
  readonly id: string
  readonly type: 'alert.created' | 'ping'
  readonly data: unknown
}

/**
 * Posts one message, signed as Standard Webhooks 1.0 has it: `webhook-id`, `webhook-timestamp`, `webhook-signature` (HMAC-SHA256 over
 * `id.timestamp.body`). Never throws for what the other side does, and tells nothing of what it said but a code.
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
    // The endpoint has taken it and talks too much.
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

/** What an operator may mend without the alert being another: credentials in the address, a route, a limit. */
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
