import type { TenantId } from '@wardline/kernel'
import { compareOffsets, type Position, type Registry, update } from '@wardline/ports'
import type { Collection, LedgerDoc } from '@wardline/registries'

/** What one delivery adds to the ledger of its log source. */
export interface Tally {
  readonly tenantId: TenantId
  readonly logSourceId: string
  /** Where its raw log lies on `log.event.received.v1`. null for an operator's replay, which is not counted: the first delivery was. */
  readonly position: Position | null
  /** What to add, e.g. `{evaluated: 1}`. */
  readonly counts: Readonly<Record<string, number>>
}

export interface LedgerCounter {
  /**
   * Counts each tally exactly once, however often it is given: one compare-and-set per source adds those beyond the fence and moves the
   * fence with them. Tallies MUST come in delivery order, all of a batch together. Resolves once durable; a throw means: the whole batch again.
   */
  add(tallies: readonly Tally[]): Promise<void>
}

/** The counts of one stage of the pipeline, by log source, in `collection` (a ledger that the caller's service owns). */
export function createLedgerCounter(registry: Registry, collection: Collection<LedgerDoc>): LedgerCounter {
  return {
    async add(tallies) {
      await Promise.all(
        bySource(tallies).map(own => {
          const { tenantId, logSourceId } = own[0]!
          return update(registry, collection, tenantId, logSourceId, current => {
            const doc = counted(current?.doc ?? { id: logSourceId, applied: {}, counts: {} }, own)
            return doc && { doc }
          })
        }),
      )
    },
  }
}

function bySource(tallies: readonly Tally[]): Tally[][] {
  const groups = new Map<string, Tally[]>()
  for (const tally of tallies) {
    if (!tally.position) continue
    const key = `${tally.tenantId}|${tally.logSourceId}`
    const group = groups.get(key)
    if (group) group.push(tally)
    else groups.set(key, [tally])
  }
  return [...groups.values()]
}

/** The ledger with the tallies that it has not seen; undefined when it has seen them all. */
function counted(ledger: LedgerDoc, tallies: readonly Tally[]): LedgerDoc | undefined {
  const applied: Record<string, string> = { ...ledger.applied }
  const counts: Record<string, number> = { ...ledger.counts }
  let changed = false
  for (const { position, counts: add } of tallies) {
    if (!position) continue
    const fence = applied[position.partition]
    if (fence !== undefined && compareOffsets(position.offset, fence) <= 0) continue
    applied[position.partition] = position.offset
    for (const [name, by] of Object.entries(add)) counts[name] = (counts[name] ?? 0) + by
    changed = true
  }
  return changed ? { ...ledger, applied, counts } : undefined
}
