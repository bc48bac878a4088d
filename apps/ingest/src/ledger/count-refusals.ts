import { HOUR_MS, startOf, type TenantId } from '@wardline/kernel'
import { ingestLedgerHours } from '@wardline/registries'
import { emptyHour, ledgerHourId, type ServicePorts, update } from '@wardline/service-kit'

/** Counts the items of completed requests that were not accepted. */
export interface Refusals {
  readonly duplicate: number
  readonly rejected: number
}

export interface RefusalCounter {
  /**
   * Resolves once they are durable in the ledger's row of the hour. If the registry is down, the caller still gets the
   * response about the accepted items, and they are counted in `ledger_refusals_uncounted_total` instead.
   */
  add(tenant: TenantId, logSourceId: string, receivedAt: number, refusals: Refusals): Promise<void>
}

interface Row {
  sum: Refusals
  written: Promise<void>
}

/** Concurrent requests share a write of their row: counts that arrive during a write go into the next one. */
export function createRefusalCounter({ registry, metrics, log }: ServicePorts): RefusalCounter {
  const waiting = new Map<string, Row>()
  const writing = new Map<string, Promise<void>>()

  async function write(tenant: TenantId, logSourceId: string, hour: number, add: Refusals): Promise<void> {
    try {
      await update(registry, ingestLedgerHours, tenant, ledgerHourId(logSourceId, hour), current => {
        const doc = current?.doc ?? emptyHour(logSourceId, hour)
        const { duplicate = 0, rejected = 0 } = doc.counts
        const counts = { ...doc.counts, duplicate: duplicate + add.duplicate, rejected: rejected + add.rejected }
        return { doc: { ...doc, counts } }
      })
    } catch (cause) {
      metrics.count('ledger_refusals_uncounted_total', {}, add.duplicate + add.rejected)
      log.warn({ err: cause }, 'refused logs could not be counted')
    }
  }

  return {
    add(tenant, logSourceId, receivedAt, { duplicate, rejected }) {
      const hour = startOf(receivedAt, HOUR_MS)
      const key = `${tenant} ${ledgerHourId(logSourceId, hour)}`
      const row = waiting.get(key)
      if (row) {
        row.sum = { duplicate: row.sum.duplicate + duplicate, rejected: row.sum.rejected + rejected }
        return row.written
      }
      const own: Row = { sum: { duplicate, rejected }, written: Promise.resolve() }
      waiting.set(key, own)
      const before = writing.get(key) ?? Promise.resolve()
      own.written = before.then(() => {
        waiting.delete(key)
        return write(tenant, logSourceId, hour, own.sum)
      })
      writing.set(key, own.written)
      void own.written.finally(() => {
        if (writing.get(key) === own.written) writing.delete(key)
      })
      return own.written
    },
  }
}
