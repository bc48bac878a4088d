import { type LogRecord, MAX_RAW_BYTES } from './read-records.ts'

/** The contract's limit, and half of the body limit of 8 MiB: JSON escapes cost. */
export const MAX_BATCH = 100
export const MAX_BATCH_BYTES = 4 * 1024 * 1024

/** Groups records for one request each; those that are too large for any request go to `tooLarge` instead. */
export async function* batchesOf(
  records: AsyncIterable<LogRecord>,
  tooLarge: (record: LogRecord) => void,
): AsyncGenerator<readonly LogRecord[]> {
  let batch: LogRecord[] = []
  let bytes = 0
  for await (const record of records) {
    if (record.bytes > MAX_RAW_BYTES) {
      tooLarge(record)
      continue
    }
    const cost = record.bytes + record.eventRef.length + 64
    if (batch.length === MAX_BATCH || (batch.length > 0 && bytes + cost > MAX_BATCH_BYTES)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(record)
    bytes += cost
  }
  if (batch.length > 0) yield batch
}
