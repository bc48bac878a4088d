import { createPatience } from '@wardline/kernel'
import type { IndexItem, LogWriter, PutResult } from '@wardline/ports'

/** Waits inside an engine count against the same budget. When it is spent, the bus delivers the batch again. */
const PATIENCE = { firstMs: 25, lastMs: 400, budgetMs: 1_000 }

/** Thrown when the index temporarily refuses events: the batch is delivered again. */
export class IndexBusy extends Error {
  constructor() {
    super('the log index does not take all events at the moment')
    this.name = 'IndexBusy'
  }
}

/**
 * Puts items, and retries those that the index asks to retry, with growing waits, for about a second in total.
 * @returns one result per item, none of them `retry`. @throws IndexBusy when some are still not accepted.
 */
export async function putEvents(
  writer: LogWriter,
  items: readonly IndexItem[],
  patience = createPatience(PATIENCE),
): Promise<readonly Exclude<PutResult, 'retry'>[]> {
  const results: Exclude<PutResult, 'retry'>[] = []
  let waiting = items.map((_, i) => i)
  while (waiting.length > 0) {
    const answered = await writer.put(waiting.map(i => items[i]!))
    waiting = waiting.filter((place, i) => {
      const result = answered[i] ?? 'retry'
      if (result === 'retry') return true
      results[place] = result
      return false
    })
    if (waiting.length > 0 && !(await patience.pause())) throw new IndexBusy()
  }
  return results
}
