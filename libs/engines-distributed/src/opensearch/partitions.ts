import { LRUCache } from 'lru-cache'
import { type SearchClient, statusOf, typeOf } from './client.ts'
import type { IndexNames, Partition } from './names.ts'
import { MAPPING_VERSION, MAPPINGS } from './template.ts'

const KNOWN_FOR_MS = 5000
const DAY_MS = 86_400_000

/** An index has a name of ours and a mapping that is not: nothing is written to it, and what should be waits. */
export class ForeignIndex extends Error {
  readonly index: string
  constructor(index: string) {
    super(`${index} has a mapping that is not Wardline's: move it away, or reindex it`)
    this.name = 'ForeignIndex'
    this.index = index
  }
}

/** The partitions' indices, made when they are first written to. */
export interface Partitions {
  /** The alias to write to. @throws ForeignIndex, or the client's errors. */
  ensure(p: Partition): Promise<string>
  /** Looks again at the next `ensure`: the alias was not there. */
  forget(p: Partition): void
  /** @throws ForeignIndex while the index is there and is not ours. */
  verify(index: string): Promise<void>
  /** Indices of any class whose day is at most `days` from this one, itself left out. */
  neighbours(p: Partition, days: number): Promise<readonly string[]>
}

type Mappings = Record<string, { mappings?: { _meta?: { wardline_mapping?: number } } }>

export function openPartitions(client: SearchClient, names: IndexNames): Partitions {
  const ready = new LRUCache<string, Promise<string>>({ max: 2000 })
  let listed: { readonly at: number; readonly indices: Promise<readonly string[]> } | undefined

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

  async function make(p: Partition): Promise<string> {
    const alias = names.writeAlias(p)
    if (await check(alias)) return alias
    const index = names.first(p)
    try {
      const aliases = { [alias]: { is_write_index: true } }
      await client.request({ method: 'PUT', path: `/${index}`, body: { aliases } })
      listed = undefined
    } catch (error) {
      if (typeOf(error) !== 'resource_already_exists_exception') throw error
    }
    await check(index)
    if (await check(alias)) return alias
    throw new ForeignIndex(index)
  }

  async function list(): Promise<readonly string[]> {
    const rows = await client.request<{ index: string }[]>({
      method: 'GET',
      path: `/_cat/indices/${names.all}`,
      query: { format: 'json', h: 'index', expand_wildcards: 'open' },
      retries: 1,
    })
    return rows.map(row => row.index)
  }

  return {
    ensure(p) {
      const alias = names.writeAlias(p)
      const known = ready.get(alias)
      if (known) return known
      const made = make(p)
      ready.set(alias, made)
      made.catch(() => ready.delete(alias))
      return made
    },
    async verify(index) {
      await check(index)
    },
    forget: p => void ready.delete(names.writeAlias(p)),
    async neighbours(p, days) {
      if (!listed || Date.now() - listed.at > KNOWN_FOR_MS) {
        const fresh = { at: Date.now(), indices: list() }
        fresh.indices.catch(() => {
          if (listed === fresh) listed = undefined
        })
        listed = fresh
      }
      const at = Date.parse(p.day)
      return (await listed.indices).filter(index => {
        const other = names.partitionOf(index)
        if (!other || (other.day === p.day && other.retentionClass === p.retentionClass)) return false
        return Math.abs(Date.parse(other.day) - at) <= days * DAY_MS
      })
    },
  }
}
