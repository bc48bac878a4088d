import { HOUR_MS, rfc3339, type TenantId } from '@wardline/kernel'
import { compareOffsets, type LogReader, MAX_COUNT, MAX_PAGE, type Registry } from '@wardline/ports'
import {
  type Collection,
  ingestLedger,
  ingestLedgerHours,
  type LedgerDifference,
  type LedgerDoc,
  type LedgerHourDoc,
  ledgerTaken,
  normalizerLedger,
  normalizerLedgerHours,
  rejections,
} from '@wardline/registries'
import { allDocuments } from '@wardline/service-kit'

/** Differences by source. */
export type Differences = Map<string, LedgerDifference[]>

export interface Recounted {
  /** Sources that had anything in these hours. */
  readonly sources: ReadonlySet<string>
  readonly differences: Differences
  /** Something could not be counted, so nothing can be said about these hours. */
  readonly incomplete: boolean
}

/**
 * Compares the ledger's rows of closed hours with the stores: events in the log index, dead letters in the registry,
 * and accepted logs with processed ones. Logs that may still be on their way are no difference: a row that a stage has
 * not passed yet is not compared with anything that can still catch up. An event that was erased on request is not
 * missing. An event noted as erased may still be stored for a while.
 */
export async function recountHours(
  { registry, logReader }: { readonly registry: Registry; readonly logReader: LogReader },
  tenant: TenantId,
  from: number,
  to: number,
  now: number,
): Promise<Recounted> {
  const read = async () => ({
    accepted: await rowsOf(registry, ingestLedgerHours, tenant, from, to),
    processed: await rowsOf(registry, normalizerLedgerHours, tenant, from, to),
  })
  const before = await read()
  const fences = await fencesOf(registry, tenant, [...before.accepted.values(), ...before.processed.values()])
  const { accepted, processed } = await read()
  const { counts, coverage } = await logReader.countReceived(tenant, from, to)
  const stored = new Map(counts.map(c => [keyOf(c.logSourceId, c.hour), c.count]))
  const places = new Map<string, { readonly source: string; readonly hour: number }>()
  for (const { log_source_id: source, hour } of [...processed.values(), ...accepted.values()])
    places.set(keyOf(source, hour), { source, hour })
  for (const { logSourceId: source, hour } of counts) places.set(keyOf(source, hour), { source, hour })

  const differences: Differences = new Map()
  const differ = (source: string, hour: number, what: LedgerDifference['what'], ledger: number, stores: number) => {
    const found = { hour, what, ledger, stores, found_at: rfc3339(now) }
    differences.set(source, [...(differences.get(source) ?? []), found])
  }
  for (const [key, { source, hour }] of places) {
    const [a, p] = [accepted.get(key), processed.get(key)]
    const { searchable = 0, dead_lettered = 0, stored: made = 0, kept = 0 } = p?.counts ?? {}
    const settled = isSettled(fences.get(source), a, p)
    const dead = await deadLetters(registry, tenant, source, hour, dead_lettered)
    const [ledger, stores] = [made + dead.replayStored, stored.get(key) ?? 0]
    if (stores < ledger) {
      const taken = await registry.count(ledgerTaken, tenant, { log_source_id: source, hour }, MAX_COUNT)
      if (stores + taken < ledger) differ(source, hour, 'searchable', ledger, stores + taken)
    } else if (settled && stores > ledger) differ(source, hour, 'searchable', ledger, stores)
    if (settled && dead.kept !== kept) differ(source, hour, 'dead_lettered', kept, dead.kept)
    const claimed = a?.counts.accepted ?? 0
    if (settled && claimed !== searchable + dead_lettered)
      differ(source, hour, 'accepted', claimed, searchable + dead_lettered)
  }
  const sources = new Set([...places.values()].map(place => place.source))
  return { sources, differences, incomplete: coverage.incomplete.length > 0 }
}

const keyOf = (source: string, hour: number): string => `${source} ${hour}`

async function rowsOf(
  registry: Registry,
  c: Collection<LedgerHourDoc>,
  tenant: TenantId,
  from: number,
  to: number,
): Promise<Map<string, LedgerHourDoc>> {
  const rows = new Map<string, LedgerHourDoc>()
  for (let hour = from; hour < to; hour += HOUR_MS) {
    const query = { where: { hour }, order: { by: 'hour', direction: 'asc' }, limit: MAX_PAGE } as const
    for await (const { doc } of allDocuments(registry, c, tenant, query))
      rows.set(keyOf(doc.log_source_id, doc.hour), doc)
  }
  return rows
}

/** The rejections of an hour, and the replays that created an event. Read only if the ledger has dead letters. */
async function deadLetters(
  registry: Registry,
  tenant: TenantId,
  log_source_id: string,
  received_hour: number,
  expected: number,
): Promise<{ readonly kept: number; readonly replayStored: number }> {
  if (expected === 0) return { kept: 0, replayStored: 0 }
  const where = { log_source_id, received_hour }
  const [kept, replayStored] = await Promise.all([
    registry.count(rejections.normalizer, tenant, where, MAX_COUNT),
    registry.count(rejections.normalizer, tenant, { ...where, replay_stored: true }, MAX_COUNT),
  ])
  return { kept, replayStored }
}

/** How far both stages have counted a source's deliveries, by partition. */
interface Fences {
  readonly accepted: LedgerDoc['applied']
  readonly processed: LedgerDoc['applied']
}

async function fencesOf(
  registry: Registry,
  tenant: TenantId,
  rows: readonly LedgerHourDoc[],
): Promise<ReadonlyMap<string, Fences>> {
  const sources = new Set(rows.map(row => row.log_source_id))
  const fences = [...sources].map(async (source): Promise<[string, Fences]> => {
    const [accepted, processed] = await Promise.all([
      registry.read(ingestLedger, tenant, source),
      registry.read(normalizerLedger, tenant, source),
    ])
    return [source, { accepted: accepted?.doc.applied ?? {}, processed: processed?.doc.applied ?? {} }]
  })
  return new Map(await Promise.all(fences))
}

/** Whether each stage has passed everything that the other has counted in the row. */
function isSettled(fences: Fences | undefined, accepted?: LedgerHourDoc, processed?: LedgerHourDoc): boolean {
  const past = (fence: LedgerDoc['applied'] | undefined, row: LedgerHourDoc | undefined): boolean =>
    Object.entries(row?.applied ?? {}).every(([partition, offset]) => {
      const reached = fence?.[partition]
      return reached !== undefined && compareOffsets(reached, offset) >= 0
    })
  return past(fences?.processed, accepted) && past(fences?.accepted, processed)
}
