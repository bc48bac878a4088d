import type { AnyEnvelope } from '@wardline/events'
import { type Clock, derivedId, type Keyring, rfc3339, type ServiceName, seal } from '@wardline/kernel'
import type { Delivery, HandlerContext, Outcome, Registry } from '@wardline/ports'
import type { Collection, RejectionDoc } from '@wardline/registries'

/** How long a rejection can still be replayed. */
const KEPT_MS = 30 * 24 * 3_600_000

export interface RejectionOptions {
  readonly service: ServiceName
  readonly registry: Registry
  readonly keyring: Keyring
  readonly clock: Clock
  /** The service's own, of `rejections` in `@wardline/registries`. */
  readonly collection: Collection<RejectionDoc>
  /** A longer envelope (UTF-8 of its JSON) is listed without its body, and cannot be replayed. */
  readonly maxBytes: number
}

/** Keeps what a service could not process for an operator (design section 3). */
export interface RejectionKeeper {
  /** Resolves once the rejection is durable. Keeping the same envelope again changes nothing, whatever became of it meanwhile. */
  keep(envelope: AnyEnvelope, code: string): Promise<void>
}

export function createRejectionKeeper(options: RejectionOptions): RejectionKeeper {
  const { service, registry, keyring, clock, collection, maxBytes } = options
  return {
    async keep(envelope, code) {
      const tenant = envelope.tenant_id
      const id = derivedId('rej', keyring.key(tenant, 'ids'), service, envelope.id)
      if (await registry.read(collection, tenant, id)) return
      const json = JSON.stringify(envelope)
      const fits = Buffer.byteLength(json) <= maxBytes
      const now = clock.now()
      // A conflict means that another delivery of the same envelope was faster: one rejection either way.
      await registry.write(
        collection,
        tenant,
        {
          id,
          envelope_id: envelope.id,
          kind: envelope.kind,
          ...aboutLogs(envelope),
          code,
          state: 'open',
          rejected_at: rfc3339(now),
          resolved_at: null,
          resolution_reason: null,
          attempts: 1,
          sealed_envelope: fits ? seal(keyring.key(tenant, 'rejections'), json, id) : null,
          expires_at: now + KEPT_MS,
        },
        { expect: 'absent' },
      )
    },
  }
}

/**
 * A subscription's handler whose `{reject}` outcomes are durable rejections before the batch is acknowledged. Everything else, a throw
 * included, passes through.
 */
export function rejecting(
  options: RejectionOptions,
  handle: (batch: readonly Delivery[], context: HandlerContext) => Promise<readonly Outcome[]>,
): typeof handle {
  const keeper = createRejectionKeeper(options)
  return async (batch, context) => {
    const outcomes = await handle(batch, context)
    for (const [i, outcome] of outcomes.entries()) {
      const delivery = batch[i]
      if (delivery && typeof outcome === 'object' && 'reject' in outcome) {
        await keeper.keep(delivery.envelope, outcome.reject)
      }
    }
    return outcomes
  }
}

/** Event and source of the kinds that name one: what operators filter by. */
function aboutLogs(envelope: AnyEnvelope): Pick<RejectionDoc, 'log_source_id' | 'event_id'> {
  const { payload } = envelope
  return {
    log_source_id:
      'log_source_id' in payload && typeof payload.log_source_id === 'string' ? payload.log_source_id : null,
    event_id: 'event_id' in payload && typeof payload.event_id === 'string' ? payload.event_id : null,
  }
}
