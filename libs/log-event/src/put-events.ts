import { setTimeout as sleep } from 'node:timers/promises'
import type { IndexItem, LogWriter, PutResult } from '@wardline/ports'

const ATTEMPTS = 6
const FIRST_WAIT_MS = 25

/** Thrown when the index does not take events for now: the batch comes again. */
export class IndexBusy extends Error {
  constructor() {
    super('the log index does not take all events at the moment')
    this.name = 'IndexBusy'
  }
}

/**
 * Puts items, and again those that the index asks to have put again, with growing waits.
 * @returns one result per item, none of them `retry`. @throws IndexBusy when some are still not taken.
 */
export async function putEvents(
  writer: LogWriter,
  items: readonly IndexItem[],
  waitMs = FIRST_WAIT_MS,
): Promise<readonly Exclude<PutResult, 'retry'>[]> {
  const results: Exclude<PutResult, 'retry'>[] = []
  let waiting = items.map((_, i) => i)
  for (let attempt = 0; waiting.length > 0; attempt++) {
    if (attempt >= ATTEMPTS) throw new IndexBusy()
    if (attempt > 0) await sleep(waitMs * 2 ** (attempt - 1))
    const answered = await writer.put(waiting.map(i => items[i]!))
    waiting = waiting.filter((place, i) => {
      const result = answered[i] ?? 'retry'
      if (result === 'retry') return true
      results[place] = result
      return false
    })
  }
  return results
}
