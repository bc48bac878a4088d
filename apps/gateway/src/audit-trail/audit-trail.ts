import type { DocumentChain } from '@wardline/chain'
import { newId, type TenantId } from '@wardline/kernel'
import type { AuditRecordDoc } from '@wardline/registries'
import type { Metrics } from '@wardline/service-kit'
import type { AuditFact } from './audit-chain.ts'

/** The most records that may wait to be written. Beyond it, the newest are dropped and counted. */
const MAX_WAITING = 10_000
/** The most records per write of a chain's head. */
const MAX_LINKS = 50
const RETRY_MS = 500
/**
 * After this time, the response to a change is sent even if its record still waits: the store is down, and the record
 * follows.
 */
const PATIENCE_MS = 2_000

export type AuditEntry = Omit<AuditFact, 'id' | 'outcome'>

/** Records who did what. A record never contains values of a body or a query (contract section 7). */
export interface AuditTrail {
  /**
   * Resolves when the record is written, so that no change gets a response before it is on record. While the store is
   * down, it waits with the others.
   */
  recordNow(entry: AuditEntry): Promise<void>
  /** Written soon. */
  recordSoon(entry: AuditEntry): void
  /** Writes the waiting records, for at most `timeoutMs`. */
  flush(timeoutMs: number): Promise<void>
}

interface Waiting {
  readonly fact: AuditFact
  readonly written: () => void
}

export function createAuditTrail(ports: {
  readonly chain: DocumentChain<AuditFact>
  readonly metrics: Metrics
}): AuditTrail {
  const { chain, metrics } = ports
  /** By tenant: each has its own chain, and one writer in this process. */
  const queues = new Map<TenantId, Waiting[]>()
  let waiting = 0

  function enqueue(entry: AuditEntry, written: () => void): void {
    if (waiting >= MAX_WAITING) {
      metrics.count('audit_records_dropped_total')
      written()
      return
    }
    waiting++
    const fact = { id: newId('aud'), outcome: outcomeOf(entry.status), ...entry }
    const queue = queues.get(entry.tenantId)
    if (queue) {
      queue.push({ fact, written })
      return
    }
    queues.set(entry.tenantId, [{ fact, written }])
    void drain(entry.tenantId)
  }

  /** Records that arrive while one batch is written form the next one. */
  async function drain(tenant: TenantId): Promise<void> {
    for (const queue = queues.get(tenant)!; queue.length > 0; ) {
      const batch = queue.slice(0, MAX_LINKS)
      try {
        await chain.append(
          tenant,
          batch.map(({ fact }) => fact),
        )
      } catch {
        await pause(RETRY_MS)
        continue
      }
      queue.splice(0, batch.length)
      waiting -= batch.length
      for (const { written } of batch) written()
    }
    queues.delete(tenant)
  }

  return {
    recordNow: entry => Promise.race([new Promise<void>(resolve => enqueue(entry, resolve)), pause(PATIENCE_MS)]),
    recordSoon: entry => enqueue(entry, () => {}),
    async flush(timeoutMs) {
      const until = Date.now() + timeoutMs
      while (waiting > 0 && Date.now() < until) await pause(10)
    },
  }
}

const outcomeOf = (status: number): AuditRecordDoc['outcome'] =>
  status < 400 ? 'succeeded' : status < 500 ? 'refused' : 'failed'

const pause = (ms: number): Promise<void> =>
  new Promise(resolve => {
    setTimeout(resolve, ms).unref()
  })
