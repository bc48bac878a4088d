import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { fromBufferPromise } from 'yauzl'
import { linesOf } from './lines.ts'

/** A raw text, or a whole object as compact JSON, is at most this long on the wire, in bytes of UTF-8 (openapi/logs.yaml). */
export const MAX_RAW_BYTES = 64 * 1024
/** Most characters of a text that is parsed as a whole (an array, one pretty-printed object). */
const MAX_DOCUMENT = 256 * 1024 * 1024

export interface LogRecord {
  /** Where it is: file, entry of an archive, line or index (1-based). */
  readonly at: string
  readonly raw: string | object
  /** Of `raw` on the wire. */
  readonly bytes: number
  /** The same for the same place and content, so that replaying again stores nothing twice. */
  readonly eventRef: string
}

/**
 * The records of a file: from each entry of a zip archive: each element of a JSON array, one pretty-printed object, or
 * each line that is not blank.
 */
export async function* readRecords(path: string): AsyncGenerator<LogRecord> {
  if (!/\.zip$/i.test(path)) {
    yield* recordsOf(basename(path), createReadStream(path))
    return
  }
  const zip = await fromBufferPromise(mended(await readFile(path)), { lazyEntries: true })
  try {
    for await (const entry of zip.eachEntry()) {
      if (/\/$|(?:^|\/)(?:__MACOSX\/|\.)/.test(entry.fileName)) continue
      yield* recordsOf(`${basename(path)}/${entry.fileName}`, await zip.openReadStreamPromise(entry))
    }
  } finally {
    zip.close()
  }
}

/**
 * Repairs archives with missing or extra bytes at the end, as in some published data sets: the comment's length in the
 * end record is set to the actual length. Entries are untouched.
 */
function mended(archive: Buffer): Buffer {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end >= 0 && end + 22 <= archive.length)
    archive.writeUInt16LE(Math.min(0xffff, archive.length - end - 22), end + 20)
  return archive
}

async function* recordsOf(name: string, stream: Readable): AsyncGenerator<LogRecord> {
  let number = 0
  let document: string[] | undefined
  let size = 0
  for await (const line of linesOf(stream)) {
    number++
    if (document === undefined && number === 1 && opensDocument(line.text)) document = []
    if (document !== undefined) {
      size += line.text.length + 1
      if (size > MAX_DOCUMENT || line.cut)
        throw new Error(`${name} is too large to be parsed whole: write one event per line`)
      document.push(line.text)
    } else if (line.text.trim() !== '') yield record(`${name}:${number}`, line.text, line.bytes)
  }
  if (document === undefined) return
  const parsed = JSON.parse(document.join('\n')) as unknown
  let index = 0
  for (const element of Array.isArray(parsed) ? parsed : [parsed]) {
    const raw = typeof element === 'object' && element !== null ? (element as object) : String(element)
    const text = typeof raw === 'string' ? raw : JSON.stringify(raw)
    yield record(`${name}:${++index}`, raw, Buffer.byteLength(text))
  }
}

/** An array of objects or texts, or an object whose members are on lines of their own. `[Fri Nov 21 …]` is a log line. */
const opensDocument = (line: string): boolean => /^\ufeff?\s{0,64}(?:\[\s{0,64}(?:[{"]|$)|\{\s{0,64}$)/.test(line)

function record(at: string, raw: string | object, bytes: number): LogRecord {
  const digest = createHash('sha256').update(`${at}\n${typeof raw === 'string' ? raw : JSON.stringify(raw)}`)
  return { at, raw, bytes, eventRef: `replay:${digest.digest('base64url').slice(0, 32)}` }
}
