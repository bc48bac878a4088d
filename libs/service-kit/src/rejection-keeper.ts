import type { AnyEnvelope } from '@wardline/events'
import {
  type Clock,
  derivedId,
  HOUR_MS,
  type Keyring,
  rfc3339,
  type ServiceName,
  seal,
  startOf,
  type TenantId,
} from '@wardline/kernel'
import { MAX_COUNT, type Registry } from '@wardline/ports'
import type { RejectionDoc } from '@wardline/registries'
import { LRUCache } from 'lru-cache'
import type { Kept, Rejections } from './subscription.ts'

/** How long a rejection can still be replayed. */
const KEPT_MS = 30 * 24 * 3_600_000
/** Open rejections of one tenant that a service keeps. */
const MAX_OPEN = 10_000
/** Maximum age of a count of open rejections. */
const COUNTED_FOR_MS = 10_000

export interface RejectionOptions extends Rejections {
  readonly service: ServiceName
  readonly registry: Registry
  readonly keyring: Keyring
  readonly clock: Clock
  /** Approximate number of open rejections of one tenant above which no more are kept; 10,000 by default. */
  readonly maxOpen?: number
}

/** Keeps for an operator what a service could not process (docs/architecture.md#ports). */
export interface RejectionKeeper {
  /**
   * Resolves once the rejection is durable. Keeping the same envelope again changes nothing, whatever has happened to
   * it meanwhile.
   * @param origin names the delivery: a repeated delivery gets the same result as before.
   */
  keep(envelope: AnyEnvelope, code: string, origin?: string): Promise<Kept>
}

export function createRejectionKeeper(options: RejectionOptions): RejectionKeeper {
  const { service, registry, keyring, clock, collection, maxBytes, maxOpen = MAX_OPEN } = options
  const open = createOpenCounts(options, maxOpen)
  return {
    async keep(envelope, code, origin) {
      const tenant = envelope.tenant_id
      const id = derivedId('rej', keyring.key(tenant, 'ids'), service, envelope.id)
      const madeBy = (doc: RejectionDoc): Kept => (origin !== undefined && doc.origin === origin ? 'made' : 'known')
      const there = await registry.read(collection, tenant, id)
      if (there) return madeBy(there.doc)
      if ((await open.of(tenant)) >= maxOpen) return 'full'
      const json = JSON.stringify(envelope)
      const fits = Buffer.byteLength(json) <= maxBytes
      const now = clock.now()
      const { ok } = await registry.write(
        collection,
        tenant,
        {
          id,
          envelope_id: envelope.id,
          kind: envelope.kind,
          ...aboutLogs(envelope),
          origin: origin ?? null,
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
      // A conflict means that another delivery of the same envelope was faster: there is one rejection either way.
      if (!ok) return 'known'
      open.add(tenant)
      return 'made'
    },
  }
}

/** How many rejections of a tenant are open: counted now and then, plus those kept since. */
function createOpenCounts({ registry, collection, clock }: RejectionOptions, max: number) {
  const known = new LRUCache<TenantId, { at: number; n: number }>({ max: 10_000 })
  return {
    async of(tenant: TenantId): Promise<number> {
      const last = known.get(tenant)
      if (last && clock.now() - last.at < COUNTED_FOR_MS) return last.n
      const n = await registry.count(collection, tenant, { state: 'open' }, Math.min(max, MAX_COUNT))
      known.set(tenant, { at: clock.now(), n })
      return n
    },
    add(tenant: TenantId): void {
      const last = known.get(tenant)
      if (last) last.n++
    },
  }
}

/** Event, source and hour, for the kinds that name them: operators filter by these, and the ledger counts by them. */
function aboutLogs(envelope: AnyEnvelope): Pick<RejectionDoc, 'log_source_id' | 'event_id' | 'received_hour'> {
  const { payload } = envelope
  const receivedAt = 'received_at' in payload && typeof payload.received_at === 'string' ? payload.received_at : ''
  const received = Date.parse(receivedAt)
  return {
    log_source_id:
      'log_source_id' in payload && typeof payload.log_source_id === 'string' ? payload.log_source_id : null,
    received_hour: Number.isNaN(received) ? null : startOf(received, HOUR_MS),
    event_id: 'event_id' in payload && typeof payload.event_id === 'string' ? payload.event_id : null,
  }
}
