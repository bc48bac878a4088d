import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { type ArchivedEvent, type ArchiveName, ArchiveUnreadable } from '@wardline/ports'
import { stemOf } from './object-path.ts'

/**
 * Start of an object. Frames follow it: kind, length, nonce, tag, sealed zstd of NDJSON. The last frame is an empty
 * end.
 */
export const MAGIC = Buffer.from('WLARCH1\n')
export const HEADER_BYTES = 1 + 4 + 12 + 16
const [EVENTS, END] = [1, 2]
const NONCE = 12
const TAG = 16
/** A frame's NDJSON is about this long: long enough to compress well, short enough for memory. */
export const FRAME_BYTES = 1_048_576
const MAX_FRAME_BYTES = 256 * 1_048_576
/** Measured: a tenth smaller than the default level for twice its time, which is still faster than the disk. */
const LEVEL = 6

const compress = promisify<Buffer, object, Buffer>(zstdCompress)
const decompress = promisify<Buffer, object, Buffer>(zstdDecompress)

/**
 * The context that a frame is bound to: its object and place, so that frames cannot be swapped, dropped or repeated.
 */
const contextOf = (name: ArchiveName, index: number, kind: number): Buffer =>
  Buffer.from(`wardline-archive/1|${name.tenantId}|${stemOf(name)}|${index}|${kind}`)

export async function eventsFrame(name: ArchiveName, key: Uint8Array, index: number, ndjson: Buffer): Promise<Buffer> {
  const params = { [constants.ZSTD_c_compressionLevel]: LEVEL }
  return sealed(name, key, index, EVENTS, await compress(ndjson, { params }))
}

export const endFrame = (name: ArchiveName, key: Uint8Array, index: number): Buffer =>
  sealed(name, key, index, END, Buffer.alloc(0))

function sealed(name: ArchiveName, key: Uint8Array, index: number, kind: number, plain: Buffer): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(contextOf(name, index, kind))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  const head = Buffer.alloc(5)
  head.writeUInt8(kind, 0)
  head.writeUInt32BE(body.length, 1)
  return Buffer.concat([head, nonce, cipher.getAuthTag(), body])
}

/** Reads exactly `bytes` from the object; throws ArchiveUnreadable if it ends earlier. */
export type ReadExactly = (bytes: number) => Promise<Buffer>

/** The events of an object, frame by frame. @throws ArchiveUnreadable. */
export async function* readFrames(
  name: ArchiveName,
  key: Uint8Array,
  next: ReadExactly,
): AsyncGenerator<readonly ArchivedEvent[]> {
  if (!(await next(MAGIC.length)).equals(MAGIC)) throw new ArchiveUnreadable('undecryptable')
  for (let index = 0; ; index++) {
    const head = await next(HEADER_BYTES)
    const [kind, length] = [head.readUInt8(0), head.readUInt32BE(1)]
    if (length > MAX_FRAME_BYTES) throw new ArchiveUnreadable('undecryptable')
    const body = await next(length)
    const plain = opened(name, key, index, kind, head, body)
    if (kind === END) return
    const ndjson = await decompress(plain, { maxOutputLength: MAX_FRAME_BYTES }).catch(() => {
      throw new ArchiveUnreadable('undecryptable')
    })
    yield parsed(ndjson)
  }
}

function opened(name: ArchiveName, key: Uint8Array, index: number, kind: number, head: Buffer, body: Buffer): Buffer {
  const nonce = head.subarray(5, 5 + NONCE)
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(contextOf(name, index, kind))
    decipher.setAuthTag(head.subarray(5 + NONCE, 5 + NONCE + TAG))
    return Buffer.concat([decipher.update(body), decipher.final()])
  } catch {
    throw new ArchiveUnreadable('undecryptable')
  }
}

const parsed = (ndjson: Buffer): ArchivedEvent[] =>
  ndjson
    .toString('utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as ArchivedEvent)
