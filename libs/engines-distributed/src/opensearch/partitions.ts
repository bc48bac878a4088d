import { type Clock, DAY_MS, rfc3339 } from '@wardline/kernel'
import { LRUCache } from 'lru-cache'
import type { Catalogue } from './catalogue.ts'
import { type SearchClient, statusOf, typeOf } from './client.ts'
import type { IndexNames, Partition } from './names.ts'
import { MAPPING_VERSION, MAPPINGS } from './template.ts'

/** An index has one of our names but not our mapping: nothing is written to it, and its events wait. */
export class ForeignIndex extends Error {
  readonly index: string
  constructor(index: string) {
    super(`${index} has a mapping that is not Wardline's: move it away, or reindex it`)
    this.name = 'ForeignIndex'
    this.index = index
  }
}

/** The partitions' indices, created when they are first written to. */
export interface Partitions {
  /**
   * The alias to write to. For a sealed partition it is that of the current one of the same class, and the event may be
   * in any index of the class since its day. @throws ForeignIndex, or the client's errors.
   */
  place(p: Partition): Promise<{ readonly alias: string; readonly sealed: boolean }>
  /** Makes the next `place` look again, because the alias did not exist. */
  forget(p: Partition): void
  /** @throws ForeignIndex while the index exists and is not ours. */
  verify(index: string): Promise<void>
  /** Indices of the class, of this day and later ones. */
  since(p: Partition): Promise<readonly string[]>
}

type Mappings = Record<string, { mappings?: { _meta?: { wardline_mapping?: number } } }>

export function openPartitions(
  client: SearchClient,
  names: IndexNames,
  catalogue: Catalogue,
  clock: Clock,
): Partitions {
  /** Alias of each partition; undefined in it where the partition is sealed. */
  const ready = new LRUCache<string, Promise<string | undefined>>({ max: 2000 })

  async function check(target: string): Promise<boolean> {
    try {
      const found = await client.request<Mappings>({ method: 'GET', path: `/${target}/_mapping`, retries: 1 })
      for (const [index, { mappings }] of Object.entries(found)) {
        const version = mappings?._meta?.wardline_mapping
        if (typeof version !== 'number' || version < 1 || version > MAPPING_VERSION) throw new ForeignIndex(index)
        if (version < MAPPING_VERSION)
          await client.request({ method: 'PUT', path: `/${index}/_mapping`, body: MAPPINGS, retries: 1 })
      }
      return true
    } catch (error) {
      if (statusOf(error) === 404) return false
      throw error
    }
  }

  async function make(p: Partition): Promise<string | undefined> {
    const alias = names.writeAlias(p)
    if (await check(alias)) return alias
    const index = names.first(p)
    try {
      const aliases = { [alias]: { is_write_index: true } }
      await client.request({ method: 'PUT', path: `/${index}`, body: { aliases } })
      catalogue.forget()
    } catch (error) {
      if (typeOf(error) !== 'resource_already_exists_exception') throw error
    }
    // Created with its alias in one step: an index of ours without one is sealed.
    const ours = await check(index)
    if (await check(alias)) return alias
    if (ours) return undefined
    throw new ForeignIndex(index)
  }

  function openAlias(p: Partition): Promise<string | undefined> {
    const alias = names.writeAlias(p)
    const known = ready.get(alias)
    if (known) return known
    const made = make(p)
    ready.set(alias, made)
    made.catch(() => ready.delete(alias))
    return made
  }

  return {
    async place(p) {
      const own = await openAlias(p)
      if (own !== undefined) return { alias: own, sealed: false }
      for (let at = clock.now(); ; at += DAY_MS) {
        const alias = await openAlias({ ...p, day: rfc3339(at).slice(0, 10) })
        if (alias !== undefined) return { alias, sealed: true }
      }
    },
    async verify(index) {
      await check(index)
    },
    forget: p => void ready.delete(names.writeAlias(p)),
    async since({ day, retentionClass }) {
      const all = await catalogue.fresh()
      return all.filter(p => p.retentionClass === retentionClass && p.day >= day).map(p => p.index)
    },
  }
}
