import type { Metrics } from '@wardline/host'
import { type Clock, newId, rfc3339, type TenantId } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { type AuditRecordDoc, auditRecords } from '@wardline/registries'

/** Most records that wait to be written; beyond it the newest are dropped, and counted. */
const MAX_WAITING = 10_000
const WRITERS = 8
const RETRY_MS = 500

export type AuditEntry = Omit<AuditRecordDoc, 'id' | 'at' | 'outcome'> & { readonly tenantId: TenantId }

/** Writes who did what. It never holds values of a body or a query (contract section 7). */
export interface AuditTrail {
  /** Written before it resolves, so that no change is answered before it is on record. With the store down it waits with the others. */
  recordNow(entry: AuditEntry): Promise<void>
  /** Written soon. */
  recordSoon(entry: AuditEntry): void
  /** Writes what waits, for at most `timeoutMs`. */
  flush(timeoutMs: number): Promise<void>
}

interface Waiting {
  readonly tenantId: TenantId
  readonly doc: AuditRecordDoc
}

export function createAuditTrail(ports: {
  readonly registry: Registry
  readonly clock: Clock
  readonly metrics: Metrics
}): AuditTrail {
  const { registry, clock, metrics } = ports
  const waiting: Waiting[] = []
  let writers = 0

  const dated = ({ tenantId, ...entry }: AuditEntry): Waiting => ({
    tenantId,
    doc: { id: newId('aud'), at: rfc3339(clock.now()), outcome: outcomeOf(entry.status), ...entry },
  })
  const write = ({ tenantId, doc }: Waiting) => registry.write(auditRecords, tenantId, doc, { expect: 'absent' })
  const wait = (record: Waiting): void => {
    if (waiting.length >= MAX_WAITING) {
      metrics.count('audit_records_dropped')
      return
    }
    waiting.push(record)
    if (writers < WRITERS) void drain()
  }
  async function drain(): Promise<void> {
    writers++
    for (let record = waiting.shift(); record; record = waiting.shift()) {
      try {
        await write(record)
      } catch {
        waiting.unshift(record)
        await pause(RETRY_MS)
      }
    }
    writers--
  }

  return {
    async recordNow(entry) {
      const record = dated(entry)
      try {
        await write(record)
      } catch {
        wait(record)
      }
    },
    recordSoon: entry => wait(dated(entry)),
    async flush(timeoutMs) {
      const until = Date.now() + timeoutMs
      while (writers > 0 && Date.now() < until) await pause(10)
    },
  }
}

const outcomeOf = (status: number): AuditRecordDoc['outcome'] =>
  status < 400 ? 'succeeded' : status < 500 ? 'refused' : 'failed'

const pause = (ms: number): Promise<void> =>
  new Promise(resolve => {
    setTimeout(resolve, ms).unref()
  })
