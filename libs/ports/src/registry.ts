import type { Envelope } from '@wardline/events'
import type { ServiceName, TenantId } from '@wardline/kernel'
import type { Collection, Document } from '@wardline/registries'
import type { TraceOf } from './event-bus.ts'

export interface Stored<D> {
  readonly doc: D
  /** Starts at 1 and grows by 1 with every write. */
  readonly version: number
}

type Scalar = string | number | boolean
/** Conditions are joined by AND. `in` holds at most 100 values. A range is half-open. */
export type Condition =
  | Scalar
  | { readonly in: readonly Scalar[] }
  | { readonly gte?: string | number; readonly lt?: string | number }

export interface ListQuery<D> {
  readonly where?: { readonly [K in keyof D & string]?: Condition }
  /**
   * A declared field (never `text[]`) or `id`; ascending by `id` by default. Ties are broken by `id`, in the same
   * direction.
   */
  readonly order?: { readonly by: keyof D & string; readonly direction: 'asc' | 'desc' }
  /** Keyset: only rows after this place in the order. */
  readonly after?: { readonly value: string | number | boolean | null; readonly id: string }
  /** 1 to 1,000. */
  readonly limit: number
}

export type WriteResult =
  | { readonly ok: true; readonly version: number }
  /**
   * `version`: the document is not at the expected version. `unique`: another one has the value of the unique field
   * `key`.
   */
  | { readonly ok: false; readonly conflict: 'version' }
  | { readonly ok: false; readonly conflict: 'unique'; readonly key: string }

/** Most events that may wait in one document's outbox; a write beyond that is refused with an Error. */
export const MAX_OUTBOX = 32

/**
 * Documents by tenant. Every read names its tenant and MUST never return another tenant's document. A registry that
 * cannot be read throws; it never guesses.
 */
export interface Registry {
  read<D extends Document>(c: Collection<D>, tenant: TenantId, id: string): Promise<Stored<D> | undefined>
  list<D extends Document>(c: Collection<D>, tenant: TenantId, query: ListQuery<D>): Promise<readonly Stored<D>[]>
  /** How many match, counted up to `max` (at most 10,000). */
  count<D extends Document>(
    c: Collection<D>,
    tenant: TenantId,
    where: ListQuery<D>['where'],
    max: number,
  ): Promise<number>
  /**
   * Writes ONE document, and the events that it causes, atomically; resolves once durable. A relay publishes the events
   * soon after, in order, at least once, also across a crash. `expect` is the version that was read, or 'absent'. Never
   * throws for a conflict.
   */
  write<D extends Document>(
    c: Collection<D>,
    tenant: TenantId,
    doc: D,
    options: { readonly expect: number | 'absent'; readonly emit?: readonly Envelope[]; readonly traceOf?: TraceOf },
  ): Promise<WriteResult>
  /**
   * Removes a document that has no waiting events. False when it does not exist at that version, or when events are
   * waiting.
   */
  remove<D extends Document>(c: Collection<D>, tenant: TenantId, id: string, expect: number): Promise<boolean>
  /**
   * Overwrites what the engine still has of documents and events that were removed or replaced, where it can: see
   * docs/retention.md#erasure for what each engine can do. In small steps, so that nobody waits long for it.
   */
  purge(): Promise<void>
  /** The only read without a tenant: by a globally unique, unguessable field. */
  findByUnique<D extends Document>(
    c: Collection<D>,
    key: keyof D & string,
    value: string,
  ): Promise<(Stored<D> & { readonly tenantId: TenantId }) | undefined>
}

/** The registry as one service may use it: reads everything, writes only what it owns. */
export function ownedBy(registry: Registry, service: ServiceName): Registry {
  const mine = (c: { owner: ServiceName; name: string }): void => {
    if (c.owner !== service) throw new Error(`${service} must not write ${c.name}: it belongs to ${c.owner}`)
  }
  return {
    read: (c, tenant, id) => registry.read(c, tenant, id),
    list: (c, tenant, query) => registry.list(c, tenant, query),
    count: (c, tenant, where, max) => registry.count(c, tenant, where, max),
    findByUnique: (c, key, value) => registry.findByUnique(c, key, value),
    purge: () => registry.purge(),
    async write(c, tenant, doc, options) {
      mine(c)
      return registry.write(c, tenant, doc, options)
    },
    async remove(c, tenant, id, expect) {
      mine(c)
      return registry.remove(c, tenant, id, expect)
    },
  }
}
