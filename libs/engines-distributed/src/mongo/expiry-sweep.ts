import { setTimeout as sleep } from 'node:timers/promises'
import type { Filter } from 'mongodb'
import { faultOf, type Surroundings } from '../surroundings.ts'
import type { Collections } from './collections.ts'
import { bounded } from './faults.ts'
import type { Row } from './row.ts'

const SWEEP_MS = 600_000

/** Removes expired documents (`expiresBy`), unless events still wait in them. */
export async function sweepExpired(collections: Collections, now: number): Promise<number> {
  let removed = 0
  for (const { spec, rows } of await collections.all()) {
    if (!spec.expiresBy) continue
    const over = { [`f.${String(spec.expiresBy)}`]: { $lte: now }, waiting: { $exists: false } } as Filter<Row>
    removed += (await bounded(rows.deleteMany(over), SWEEP_MS)).deletedCount
  }
  return removed
}

/** Every process sweeps; doing so in several at once is harmless. */
export function startSweep(
  collections: Collections,
  everyMs: number,
  { clock, log }: Surroundings,
): () => Promise<void> {
  const abort = new AbortController()
  const loop = async (): Promise<void> => {
    while (!abort.signal.aborted) {
      await sleep(everyMs, undefined, { signal: abort.signal }).catch(() => {})
      if (abort.signal.aborted) return
      await sweepExpired(collections, clock.now()).catch(error =>
        log.warn({ engine: 'mongodb', fault: faultOf(error) }, 'expired documents stay for now'),
      )
    }
  }
  const done = loop()
  return async () => {
    abort.abort()
    await done
  }
}
