import type { ApiClient } from '../client/api.ts'
import { batchesOf } from './batches.ts'
import { type LogRecord, readRecords } from './read-records.ts'
import { type SendOptions, sendBatch } from './send-batch.ts'

export interface ReplayReport {
  readonly log_source_id: string
  readonly files: number
  readonly accepted: number
  readonly duplicates: number
  readonly rejected: number
  readonly too_large: number
  readonly seconds: number
  readonly events_per_second: number
  /** Refusals by code. */
  readonly codes: Readonly<Record<string, number>>
  /** The first records that were not accepted. */
  readonly not_accepted: readonly { readonly at: string; readonly code: string }[]
}

const LISTED = 50

/** Sends every record of the files, `concurrency` batches at a time; reading waits for sending. A file that cannot be read counts as rejected. */
export async function replay(
  api: Pick<ApiClient, 'post'>,
  sourceId: string,
  files: readonly string[],
  concurrency: number,
  options: SendOptions = {},
): Promise<ReplayReport> {
  const started = performance.now()
  const codes: Record<string, number> = {}
  const listed: { at: string; code: string }[] = []
  const counts = { accepted: 0, duplicates: 0, rejected: 0, tooLarge: 0 }
  const note = (at: string, code: string): void => {
    codes[code] = (codes[code] ?? 0) + 1
    if (listed.length < LISTED) listed.push({ at, code })
  }
  const unreadable = (file: string): void => {
    counts.rejected++
    note(file, 'unreadable')
  }
  const batches = batchesOf(recordsOf(files, unreadable), record => {
    counts.tooLarge++
    note(record.at, 'too_large')
  })
  const sender = async (): Promise<void> => {
    for (let next = await batches.next(); !next.done; next = await batches.next()) {
      const result = await sendBatch(api, sourceId, next.value, options)
      counts.accepted += result.accepted
      counts.duplicates += result.duplicates
      counts.rejected += result.refused.length
      for (const { at, code } of result.refused) note(at, code)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, sender))
  const seconds = (performance.now() - started) / 1_000
  return {
    log_source_id: sourceId,
    files: files.length,
    accepted: counts.accepted,
    duplicates: counts.duplicates,
    rejected: counts.rejected,
    too_large: counts.tooLarge,
    seconds: Number(seconds.toFixed(3)),
    events_per_second: Math.round((counts.accepted + counts.duplicates) / Math.max(seconds, 0.001)),
    codes,
    not_accepted: listed,
  }
}

/** A file that cannot be read (to its end) does not prevent the others from being sent. */
async function* recordsOf(files: readonly string[], unreadable: (file: string) => void): AsyncGenerator<LogRecord> {
  for (const file of files) {
    try {
      yield* readRecords(file)
    } catch {
      unreadable(file)
    }
  }
}
