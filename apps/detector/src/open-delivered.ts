import { type AnyEnvelope, CannotOpen, openEvent } from '@wardline/events'
import type { Delivery, Outcome } from '@wardline/ports'
import type { ServicePorts } from '@wardline/service-kit'

/** What became of an event whose sealed part does not open. The ledger keeps it as not evaluated. */
const UNOPENED: Outcome = { drop: 'cannot_open' }

/** Opens the events of one batch. */
export interface Opener {
  /**
   * The event in clear, or undefined for one that does not open with this platform's keys. That is a fault of
   * operation: it is logged and counted, and does not hold up the events behind it.
   */
  open<E extends AnyEnvelope>(delivery: Delivery & { readonly envelope: E }): E | undefined
  /** What became of the batch: whatever opened is done. */
  outcomes(batch: readonly Delivery[]): Outcome[]
}

export function createOpener({ keyring, log }: Pick<ServicePorts, 'keyring' | 'log'>): Opener {
  const unopened = new Set<Delivery>()
  return {
    open(delivery) {
      const { envelope } = delivery
      try {
        return openEvent(keyring, envelope)
      } catch (error) {
        if (!(error instanceof CannotOpen)) throw error
        log.error({ kind: envelope.kind, envelope_id: envelope.id }, 'an event cannot be opened')
        unopened.add(delivery)
        return undefined
      }
    },
    outcomes: batch => batch.map(delivery => (unopened.has(delivery) ? UNOPENED : 'ok')),
  }
}
