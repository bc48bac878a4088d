import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { Problem } from '@wardline/kernel'
import { readPieces } from './rest-of-body.ts'

/** Largest body, as sent and after decompression (docs/architecture.md#http). */
export const MAX_BODY_BYTES = 8 * 1_024 * 1_024
/** How much more than its limit is read of a body and discarded, so that the caller gets the refusal instead of a reset connection. */
const MAX_DISCARDED_BYTES = 32 * 1_024 * 1_024
/** Chunks that a body may come in, whatever its size; beyond that, as many as if each had this many bytes. */
const FREE_PIECES = 1_024
const BYTES_PER_PIECE = 16

export interface BodyLimits {
  readonly maxBytes: number
  /** Time for the whole body to arrive. */
  readonly timeoutMs: number
  /** How much more is read and discarded; 32 MiB by default. */
  readonly maxDiscardedBytes?: number
}

const INFLATE: Readonly<Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
}

/**
 * A request's body, decompressed.
 * @throws Problem 413 over the limit or in too many chunks, 408 when it does not arrive in time, 415 for an unsupported encoding, 400 for
 * broken data.
 */
export async function readBytes(message: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  const encoding = (message.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  const decompress = Object.hasOwn(INFLATE, encoding) ? INFLATE[encoding] : undefined
  if (!decompress && encoding !== 'identity') {
    throw new Problem('unsupported_media_type', { detail: 'Content-Encoding may be gzip, deflate or br' })
  }
  const bytes = await collect(message, limits)
  if (!decompress || bytes.length === 0) return bytes
  try {
    return await decompress(bytes, { maxOutputLength: limits.maxBytes })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new Problem('body_too_large')
    throw new Problem('malformed_json', { detail: 'The body cannot be decompressed' })
  }
}

async function collect(
  message: IncomingMessage,
  { maxBytes, timeoutMs, maxDiscardedBytes = MAX_DISCARDED_BYTES }: BodyLimits,
): Promise<Buffer> {
  const announced = Number(message.headers['content-length'] ?? 0)
  if (announced > maxBytes + maxDiscardedBytes) throw closing('body_too_large')
  const maxPieces = FREE_PIECES + maxBytes / BYTES_PER_PIECE
  const chunks: Buffer[] = []
  let size = 0
  const how = await readPieces(message, timeoutMs, (chunk, pieces) => {
    size += chunk.length
    if (size <= maxBytes) chunks.push(chunk)
    else chunks.length = 0
    return size <= maxBytes + maxDiscardedBytes && pieces <= maxPieces
  })
  if (how !== 'ended') throw closing(how === 'enough' ? 'body_too_large' : 'request_timeout')
  if (size > maxBytes) throw new Problem('body_too_large')
  return Buffer.concat(chunks, size)
}

/** The rest of the body is never read, so the connection cannot serve another request. */
const closing = (code: 'body_too_large' | 'request_timeout'): Problem =>
  new Problem(code, { headers: { Connection: 'close' } })
