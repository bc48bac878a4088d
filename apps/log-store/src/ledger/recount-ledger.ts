import { setTimeout as sleep } from 'node:timers/promises'
import { HOUR_MS, rfc3339, startOf, type TenantId } from '@wardline/kernel'
import { type LedgerCheckDoc, type LedgerDifference, ledgerChecks, TENANT_CHECK } from '@wardline/registries'
import { allDocuments, allTenants, type Job, LEDGER_HOURS_KEPT_MS, update } from '@wardline/service-kit'
import type { LogStorePorts } from '../log-store-ports.ts'
import { type Recounted, recountHours } from './recount-hours.ts'
import { rowsBeganAt } from './rows-began-at.ts'

const EVERY_MS = 10 * 60_000
/** A difference counts if it is still the same after this time. */
const AGAIN_MS = 3_000
/**
 * Number of hours that are recounted every time, including the current one. One older hour, up to `OLDEST_HOUR`, is
 * recounted in turn.
 */
const RECENT_HOURS = 3
const OLDEST_HOUR = 24

export interface RecountOptions {
  readonly everyMs?: number
  readonly againMs?: number
}

/**
 * Recounts the ledger from the stores. Differences appear in each source's ledger and in a metric. A new one raises an
 * alarm.
 */
export function recountLedger(
  ports: LogStorePorts,
  { everyMs = EVERY_MS, againMs = AGAIN_MS }: RecountOptions = {},
): Job {
  const { registry, logReader, clock, metrics, alarms } = ports
  let turn = 0
  return {
    name: 'recount-ledger',
    everyMs,
    async run({ signal }) {
      const hours = hoursToRecount(clock.now(), turn++)
      let total = 0
      for await (const tenant of allTenants(registry)) {
        signal.throwIfAborted()
        const last = await registry.read(ledgerChecks, tenant, TENANT_CHECK)
        const since = last?.doc.since ?? (await rowsBeganAt(registry, tenant, clock.now()))
        // If the last check is more recent, another replica has just done it.
        if (!last || clock.now() - Date.parse(last.doc.checked_at) >= everyMs / 2) {
          for (const hour of hours) if (hour >= since) await recount(tenant, hour, signal)
          await update(registry, ledgerChecks, tenant, TENANT_CHECK, () => ({
            doc: { id: TENANT_CHECK, checked_at: rfc3339(clock.now()), differences: [], since },
          }))
        }
        total += await openDifferences(tenant)
      }
      metrics.gauge('ledger_differences', total)
      if (total > 0) alarms.raise('ledger_difference')
      else alarms.clear('ledger_difference')
    },
  }

  async function recount(tenant: TenantId, hour: number, signal: AbortSignal): Promise<void> {
    const once = (): Promise<Recounted> => recountHours(ports, tenant, hour, hour + HOUR_MS, clock.now())
    let found = await once()
    if (found.differences.size > 0) {
      await sleep(againMs + 2 * logReader.capabilities.refreshMs, undefined, { signal })
      found = lasting(found, await once())
    }
    if (found.incomplete) return
    for (const source of found.sources) await record(tenant, source, hour, found.differences.get(source) ?? [])
  }

  /** Replaces the source's differences of this hour. Writes nothing if there were none and still are none. */
  async function record(
    tenant: TenantId,
    source: string,
    hour: number,
    now: readonly LedgerDifference[],
  ): Promise<void> {
    const before = await registry.read(ledgerChecks, tenant, source)
    const had = before?.doc.differences.filter(d => d.hour === hour) ?? []
    if (now.length === 0 && had.length === 0) return
    await update(registry, ledgerChecks, tenant, source, current => {
      const others =
        current?.doc.differences.filter(d => d.hour !== hour && d.hour > clock.now() - LEDGER_HOURS_KEPT_MS) ?? []
      const doc: LedgerCheckDoc = { id: source, checked_at: rfc3339(clock.now()), differences: [...others, ...now] }
      return { doc }
    })
    const fresh = now.filter(d => !had.some(h => h.what === d.what))
    if (fresh.length === 0) return
    alarms.raise('ledger_difference', { log_source_id: source, differences: fresh })
  }

  async function openDifferences(tenant: TenantId): Promise<number> {
    let open = 0
    for await (const { doc } of allDocuments(registry, ledgerChecks, tenant)) open += doc.differences.length
    return open
  }
}

/** The last hours, and one older hour in turn. */
export function hoursToRecount(now: number, turn: number): readonly number[] {
  const newest = startOf(now, HOUR_MS)
  const recent = Array.from({ length: RECENT_HOURS }, (_, i) => newest - i * HOUR_MS)
  return [...recent, newest - (RECENT_HOURS + (turn % (OLDEST_HOUR - RECENT_HOURS))) * HOUR_MS]
}

/**
 * The differences that both counts found with the same numbers. This leaves out logs that were still on their way at
 * the first count.
 */
function lasting(first: Recounted, second: Recounted): Recounted {
  const differences: Recounted['differences'] = new Map()
  for (const [source, found] of second.differences) {
    const before = first.differences.get(source) ?? []
    const same = found.filter(f =>
      before.some(b => b.hour === f.hour && b.what === f.what && b.ledger === f.ledger && b.stores === f.stores),
    )
    if (same.length > 0) differences.set(source, same)
  }
  return { ...second, differences }
}
