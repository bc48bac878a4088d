import { type AnyEnvelope, CannotOpen, openEvent } from '@wardline/events'
import type { Outcome } from '@wardline/ports'
import type { ServicePorts } from '@wardline/service-kit'

/** What became of an event whose sealed part does not open. The ledger keeps it as not evaluated. */
export const UNOPENED: Outcome = { drop: 'cannot_open' }

/**
 * The event in clear, or undefined for one that does not open with this platform's keys. That is a fault of operation:
 * it is logged and counted, and does not hold up the events behind it.
 */
export function openDelivered<E extends AnyEnvelope>(
  { keyring, log }: Pick<ServicePorts, 'keyring' | 'log'>,
  envelope: E,
): E | undefined {
  try {
    return openEvent(keyring, envelope)
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error
    log.error({ kind: envelope.kind, envelope_id: envelope.id }, 'an event cannot be opened')
    return undefined
  }
}
