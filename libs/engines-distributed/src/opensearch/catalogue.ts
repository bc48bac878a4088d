import { isRestoredClass, type LogPartition, TIERS, type Tier } from '@wardline/ports'
import { ANSWER_MS } from '../config.ts'
import { type SearchClient, unavailable } from './client.ts'
import type { IndexNames } from './names.ts'

const KNOWN_FOR_MS = 5000

/** A partition and its index. */
export interface IndexedPartition extends LogPartition {
  readonly index: string
}

/** The existing partitions, as the cluster reports their indices. */
export interface Catalogue {
  /** The current list. */
  fresh(): Promise<readonly IndexedPartition[]>
  /** A list that is at most five seconds old. */
  recent(): Promise<readonly IndexedPartition[]>
  /** The tier of each index, as of `recent`. */
  tiers(): Promise<{ of(index: string): Tier; readonly all: readonly Tier[] }>
  forget(): void
}

type Settings = Readonly<Record<string, { readonly settings?: Readonly<Record<string, string>> }>>

export function openCatalogue(client: SearchClient, names: IndexNames): Catalogue {
  let known: { readonly at: number; readonly partitions: Promise<readonly IndexedPartition[]> } | undefined

  async function list(): Promise<readonly IndexedPartition[]> {
    const found = await client.request<Settings>({
      method: 'GET',
      path: `/${names.all}/_settings/index.uuid,index.blocks.write`,
      query: { flat_settings: true, expand_wildcards: 'open', ignore_unavailable: true, allow_no_indices: true },
      timeoutMs: ANSWER_MS,
      retries: 1,
    })
    return Object.entries(found).flatMap(([index, { settings = {} }]): IndexedPartition[] => {
      const name = names.partitionOf(index)
      const uuid = settings['index.uuid']
      if (!name || uuid === undefined) return []
      const sealed = settings['index.blocks.write'] === 'true'
      const tier = isRestoredClass(name.retentionClass) ? 'cold' : sealed ? 'warm' : 'hot'
      return [{ ...name, id: Buffer.from(uuid, 'base64url').toString('hex'), tier, index }]
    })
  }
  const fresh = (): Promise<readonly IndexedPartition[]> => {
    const now = { at: performance.now(), partitions: list() }
    now.partitions.catch(() => {
      if (known === now) known = undefined
    })
    known = now
    return now.partitions
  }
  const recent = (): Promise<readonly IndexedPartition[]> =>
    known && performance.now() - known.at < KNOWN_FOR_MS ? known.partitions : fresh()
  return {
    fresh,
    recent,
    async tiers() {
      const byIndex = new Map((await recent()).map(p => [p.index, p.tier]))
      const there = new Set(byIndex.values())
      return { of: index => byIndex.get(index) ?? 'hot', all: TIERS.filter(tier => tier === 'hot' || there.has(tier)) }
    },
    forget() {
      known = undefined
    },
  }
}

/** Tiers of everything that a search reads. @throws Problem `unavailable`. */
export async function tiersOf(catalogue: Catalogue): Promise<readonly Tier[]> {
  try {
    return (await catalogue.tiers()).all
  } catch (error) {
    throw unavailable(error)
  }
}
