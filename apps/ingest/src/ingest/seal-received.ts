import { type Envelope, sealEvent } from '@wardline/events'
import type { Keyring } from '@wardline/kernel'

/** An accepted log as it goes to its topic: what a stranger, a collector or an operator wrote is sealed (ADR 27). */
export const sealReceived = (
  keyring: Keyring,
  envelope: Envelope<'log.event.received'>,
): Envelope<'log.event.received'> =>
  sealEvent(keyring, envelope, {
    raw: '',
    event_ref: null,
    source: { ...envelope.payload.source, vendor: null, product: null },
  })
