import { createHash } from 'node:crypto'
import type { ArchivedEvent, ArchiveKey, ArchiveName } from '@wardline/ports'
import type { DurableFiles } from './durable-files.ts'
import { createIdHashes, type IdHashes, idHash } from './event-ids.ts'
import { endFrame, eventsFrame, FRAME_BYTES, MAGIC } from './frames.ts'

/** Facts about an object, found while writing it. */
export interface Written {
  readonly sha256: string
  readonly bytes: number
  readonly rawBytes: number
  readonly ids: IdHashes
  readonly firstEventTime: number | null
  readonly lastEventTime: number | null
}

/** Writes the events to a new file, durably. */
export async function writeObject(
  files: DurableFiles,
  path: string,
  name: ArchiveName,
  key: ArchiveKey,
  events: AsyncIterable<readonly ArchivedEvent[]>,
): Promise<Written> {
  const digest = createHash('sha256')
  const ids = createIdHashes()
  let [bytes, rawBytes, index] = [0, 0, 0]
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  const file = await files.create(path)
  const write = async (piece: Buffer): Promise<void> => {
    digest.update(piece)
    bytes += piece.length
    await file.writeFile(piece)
  }
  let lines: Buffer[] = []
  let waiting = 0
  const flush = async (): Promise<void> => {
    if (waiting === 0) return
    rawBytes += waiting
    await write(await eventsFrame(name, key.bytes, index++, Buffer.concat(lines)))
    lines = []
    waiting = 0
  }
  try {
    await write(MAGIC)
    for await (const page of events) {
      for (const event of page) {
        const line = Buffer.from(`${JSON.stringify(event)}\n`)
        lines.push(line)
        waiting += line.length
        ids.add(idHash(name.tenantId, String(event.event_id)))
        const time = Date.parse(String(event.event_time))
        if (time < first) first = time
        if (time > last) last = time
        if (waiting >= FRAME_BYTES) await flush()
      }
    }
    await flush()
    await write(endFrame(name, key.bytes, index))
  } catch (error) {
    await file.close().catch(() => undefined)
    throw error
  }
  await files.finish(file)
  return {
    sha256: digest.digest('hex'),
    bytes,
    rawBytes,
    ids,
    firstEventTime: Number.isFinite(first) ? first : null,
    lastEventTime: Number.isFinite(last) ? last : null,
  }
}
