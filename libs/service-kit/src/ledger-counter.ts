import { HOUR_MS, startOf, type TenantId } from '@wardline/kernel'
import { compareOffsets, type Position, type Registry } from '@wardline/ports'
import type { Collection, LedgerDoc, LedgerHourDoc } from '@wardline/registries'
import { update } from './documents/update.ts'

/** How long the row of an hour is kept, from that hour on: as long as its rejections, which can still be replayed. */
export const LEDGER_HOURS_KEPT_MS = 30 * 24 * HOUR_MS

/** What one delivery adds to the ledger of its log source. */
export interface Tally {
  readonly tenantId: TenantId
  readonly logSourceId: string
  /**
   * Position of its raw log on `log.event.received.v1`. null for an operator's replay, which is not counted because the
   * first delivery was.
   */
  readonly position: Position | null
  /** What to add, e.g. `{evaluated: 1}`. */
  readonly counts: Readonly<Record<string, number>>
  /** What to add to the row of the hour in which the log was received. */
  readonly hourly?: { readonly receivedAt: number; readonly counts: Readonly<Record<string, number>> }
}

export interface LedgerCounter {
  /**
   * Counts each tally exactly once, however often it is given: one compare-and-set per source, and per source and hour,
   * adds those beyond the fence and moves the fence past them. Tallies MUST come in delivery order, and all tallies of
   * a batch together. Resolves once durable; after a throw, give it the whole batch again.
   */
  add(tallies: readonly Tally[]): Promise<void>
}

/** The counts of one stage of the pipeline, by log source, in `collection`, and by hour of receipt in `hours` (ledgers that the caller's service owns). */
export function createLedgerCounter(
  registry: Registry,
  collection: Collection<LedgerDoc>,
  hours?: Collection<LedgerHourDoc>,
): LedgerCounter {
  const addTotals = (own: readonly Tally[]): Promise<unknown> => {
    const { tenantId, logSourceId } = own[0]!
    return update(registry, collection, tenantId, logSourceId, current => {
      const doc = counted(current?.doc ?? { id: logSourceId, applied: {}, counts: {} }, own, t => t.counts)
      return doc && { doc }
    })
  }
  const addHour = (to: Collection<LedgerHourDoc>, own: readonly Tally[]): Promise<unknown> => {
    const { tenantId, logSourceId, hourly } = own[0]!
    const hour = startOf(hourly!.receivedAt, HOUR_MS)
    return update(registry, to, tenantId, ledgerHourId(logSourceId, hour), current => {
      const doc = counted(current?.doc ?? emptyHour(logSourceId, hour), own, t => t.hourly!.counts)
      return doc && { doc }
    })
  }
  return {
    async add(tallies) {
      const delivered = tallies.filter(t => t.position !== null)
      const sources = grouped(delivered, t => `${t.tenantId}|${t.logSourceId}`)
      const rows = grouped(
        delivered.filter(t => t.hourly !== undefined),
        t => `${t.tenantId}|${t.logSourceId}|${startOf(t.hourly!.receivedAt, HOUR_MS)}`,
      )
      await Promise.all([...sources.map(addTotals), ...(hours ? rows.map(own => addHour(hours, own)) : [])])
    },
  }
}

/** Id of the row of an hour. Ids of sources contain no colon. */
export const ledgerHourId = (logSourceId: string, hour: number): string => `${logSourceId}:${hour / HOUR_MS}`

export const emptyHour = (logSourceId: string, hour: number): LedgerHourDoc => ({
  id: ledgerHourId(logSourceId, hour),
  log_source_id: logSourceId,
  hour,
  applied: {},
  counts: {},
  expires_at: hour + LEDGER_HOURS_KEPT_MS,
})

function grouped(tallies: readonly Tally[], keyOf: (tally: Tally) => string): Tally[][] {
  const groups = new Map<string, Tally[]>()
  for (const tally of tallies) {
    const key = keyOf(tally)
    const group = groups.get(key)
    if (group) group.push(tally)
    else groups.set(key, [tally])
  }
  return [...groups.values()]
}

/** The ledger with the tallies that it does not include yet; undefined when it includes all of them. */
function counted<D extends LedgerDoc>(
  ledger: D,
  tallies: readonly Tally[],
  countsOf: (tally: Tally) => Readonly<Record<string, number>>,
): D | undefined {
  const applied: Record<string, string> = { ...ledger.applied }
  const counts: Record<string, number> = { ...ledger.counts }
  let changed = false
  for (const tally of tallies) {
    const { position } = tally
    if (!position) continue
    const fence = applied[position.partition]
    if (fence !== undefined && compareOffsets(position.offset, fence) <= 0) continue
    applied[position.partition] = position.offset
    for (const [name, by] of Object.entries(countsOf(tally))) counts[name] = (counts[name] ?? 0) + by
    changed = true
  }
  return changed ? { ...ledger, applied, counts } : undefined
}
