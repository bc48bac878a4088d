import type { IncomingMessage } from 'node:http'

/** How much of a body that nobody wants is read, so that its sender gets the answer and not a reset connection. */
export interface RestLimits {
  readonly maxBytes: number
  /** Chunks of a chunked body. Each costs about 1 µs, however small it is. */
  readonly maxPieces: number
  readonly timeoutMs: number
}

/** Whether some of the body has not arrived. Its connection can serve no other request until somebody reads it. */
export const isIncomplete = ({ complete, headers }: IncomingMessage): boolean =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)

/** How long a connection stays open after its last answer while bytes wait that are never read. */
const LINGER_MS = 500

/**
 * Nothing more is read from its connection, which must be closed with the answer. Closing one with unread bytes resets
 * it, so that waits until its sender has had time to read the answer.
 */
export function stopReading(message: IncomingMessage): void {
  const { socket } = message
  message.pause()
  socket.pause()
  // A resume that was already scheduled would start the reading again, though the stream says that it is paused.
  socket.on('resume', () => void socket.emit('pause'))
  // What an HTTP server calls after an answer with `Connection: close`.
  socket.destroySoon = () => {
    socket.end()
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  }
}

/**
 * Reads a body piece by piece until it ends, its sender is gone or too slow, or `goesOn` says that it is enough. What
 * has not arrived by then is never read. Never throws.
 * @param goesOn called with each piece, and how many there were
 */
export function readPieces(
  message: IncomingMessage,
  timeoutMs: number,
  goesOn: (piece: Buffer, pieces: number) => boolean,
): Promise<'ended' | 'enough' | 'gone'> {
  return new Promise(resolve => {
    let pieces = 0
    const settle = (how: 'ended' | 'enough' | 'gone'): void => {
      clearTimeout(timer)
      message.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone)
      if (!message.complete) stopReading(message)
      resolve(how)
    }
    const onData = (piece: Buffer): void => {
      if (!goesOn(piece, ++pieces)) settle('enough')
    }
    const onEnd = (): void => settle('ended')
    const onGone = (): void => settle('gone')
    const timer = setTimeout(onGone, timeoutMs)
    message.on('data', onData).once('end', onEnd).once('error', onGone).once('close', onGone)
  })
}

/** Reads what is left of a body and forgets it, within the limits. What is left after them is never read. Never throws. */
export async function discardRest(
  message: IncomingMessage,
  { maxBytes, maxPieces, timeoutMs }: RestLimits,
): Promise<void> {
  const announced = Number(message.headers['content-length'] ?? 0)
  if (!isIncomplete(message) || message.destroyed) return
  if (announced > maxBytes) {
    stopReading(message)
    return
  }
  let bytes = 0
  await readPieces(message, timeoutMs, (piece, pieces) => {
    bytes += piece.length
    return bytes <= maxBytes && pieces <= maxPieces
  })
}
