import type { PutResult } from '@wardline/ports'
import { takeRound } from '../rounds.ts'
import type { PutColumns } from './methods.ts'
import type { IndexWriter } from './writer.ts'

/** Approximate number of items in one round: it limits the round's time and memory. */
const ROUND_ITEMS = 4000

interface Pending {
  readonly batch: PutColumns
  readonly resolve: (results: readonly PutResult[]) => void
  readonly reject: (error: Error) => void
}

/** Everything that arrives while a round is being written goes into the next one. */
export function createGroupPut(writer: IndexWriter): {
  put(batch: PutColumns): Promise<readonly PutResult[]>
  settled(): Promise<void>
} {
  const pending: Pending[] = []
  let scheduled = false

  const schedule = (): void => {
    if (scheduled) return
    scheduled = true
    setImmediate(round)
  }
  function round(): void {
    scheduled = false
    const now = takeRound(pending, p => p.batch.eventIds.length, ROUND_ITEMS)
    try {
      const results = writer.put(now.map(p => p.batch))
      for (const [i, { resolve }] of now.entries()) resolve(results[i] ?? [])
    } catch (fault) {
      for (const { reject } of now) reject(fault as Error)
    }
    if (pending.length > 0) schedule()
  }
  return {
    put: batch =>
      new Promise((resolve, reject) => {
        pending.push({ batch, resolve, reject })
        schedule()
      }),
    async settled() {
      while (scheduled || pending.length > 0) await new Promise(resolve => setImmediate(resolve))
    },
  }
}
