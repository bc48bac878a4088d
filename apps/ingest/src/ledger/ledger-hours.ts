import type { View } from '@wardline/api'
import { HOUR_MS, instantOf, Problem, rfc3339, startOf, type TenantId } from '@wardline/kernel'
import { MAX_COUNT, type Registry } from '@wardline/ports'
import {
  type Collection,
  ingestLedgerHours,
  type LedgerHourDoc,
  normalizerLedgerHours,
  type RejectionDoc,
  rejections,
} from '@wardline/registries'
import { LEDGER_HOURS_KEPT_MS } from '@wardline/service-kit'

const DAY_MS = 24 * HOUR_MS
/** Rows are kept for 30 days; a span may touch one hour more at either end. */
const MAX_HOURS = 31 * 24

/** Hours in milliseconds since the epoch: from inclusive, to exclusive. */
export interface HourSpan {
  readonly from: number
  readonly to: number
}

/**
 * The hours that `from` and `to` touch; undefined if neither is given. `to` defaults to now, `from` to 24 h before `to`.
 * @throws Problem `query_invalid`.
 */
export function hourSpan(p: { readonly from?: string; readonly to?: string }, now: number): HourSpan | undefined {
  if (p.from === undefined && p.to === undefined) return undefined
  const to = p.to === undefined ? now + 1 : instantOf(p.to)
  const from = p.from === undefined ? (to ?? 0) - DAY_MS : instantOf(p.from)
  if (from === undefined || to === undefined) throw fault('from', 'is not a time')
  const span = { from: startOf(from, HOUR_MS), to: startOf(to - 1, HOUR_MS) + HOUR_MS }
  if (from > to) throw fault('from', 'must not be after to')
  if ((span.to - span.from) / HOUR_MS > MAX_HOURS)
    throw fault('from', `must be at most ${LEDGER_HOURS_KEPT_MS / DAY_MS} days before to`)
  return span
}

const fault = (name: string, message: string): Problem =>
  new Problem('query_invalid', { errors: [{ pointer: `?${name}`, message }] })

/**
 * The hours in which the source sent something, oldest first. Every received log is accepted, a repeat within its batch, or
 * refused. Every accepted log is searchable, a dead letter, or in flight.
 */
export async function ledgerHours(
  registry: Registry,
  tenant: TenantId,
  logSourceId: string,
  span: HourSpan,
): Promise<View<'LedgerHour'>[]> {
  const where = { log_source_id: logSourceId, hour: { gte: span.from, lt: span.to } }
  const rows = async (c: Collection<LedgerHourDoc>): Promise<Map<number, LedgerHourDoc['counts']>> => {
    const found = await registry.list(c, tenant, { where, order: { by: 'hour', direction: 'asc' }, limit: MAX_HOURS })
    return new Map(found.map(({ doc }) => [doc.hour, doc.counts]))
  }
  // Logs are accepted before they are processed. Read in this order, no row has more processed than accepted logs.
  const processed = await rows(normalizerLedgerHours)
  const replayed = await replayedByHour(registry, tenant, logSourceId, span, processed)
  const accepted = await rows(ingestLedgerHours)
  const hours = [...new Set([...accepted.keys(), ...processed.keys()])].sort((a, b) => a - b)
  return hours.map(hour => rowView(hour, accepted.get(hour) ?? {}, processed.get(hour) ?? {}, replayed.get(hour) ?? 0))
}

type Counts = LedgerHourDoc['counts']

function rowView(hour: number, a: Counts, p: Counts, replayed: number): View<'LedgerHour'> {
  const { accepted = 0, duplicate = 0, rejected = 0 } = a
  const searchable = (p.searchable ?? 0) + replayed
  const deadLettered = Math.max(0, (p.dead_lettered ?? 0) - replayed)
  // The count of accepted logs may be a moment behind the count of processed ones.
  const known = Math.max(accepted, searchable + deadLettered)
  return {
    hour: rfc3339(hour),
    received: known + duplicate + rejected,
    accepted: known,
    duplicate,
    rejected,
    searchable,
    dead_lettered: deadLettered,
    in_flight: known - searchable - deadLettered,
  }
}

/** Dead letters that an operator has replayed have become searchable. Rejections are kept as long as these rows. */
async function replayedByHour(
  registry: Registry,
  tenant: TenantId,
  logSourceId: string,
  span: HourSpan,
  processed: ReadonlyMap<number, Counts>,
): Promise<ReadonlyMap<number, number>> {
  const count = (received_hour: number | { gte: number; lt: number }, max: number): Promise<number> => {
    const where: Partial<Record<keyof RejectionDoc, unknown>> = {
      log_source_id: logSourceId,
      state: 'replayed',
      received_hour,
    }
    return registry.count(rejections.normalizer, tenant, where as never, max)
  }
  if ((await count({ gte: span.from, lt: span.to }, 1)) === 0) return new Map()
  const replayed = new Map<number, number>()
  for (const [hour, { dead_lettered = 0 }] of processed)
    if (dead_lettered > 0) replayed.set(hour, await count(hour, MAX_COUNT))
  return replayed
}
