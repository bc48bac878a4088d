import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

/** Of a longer line only this much is kept; nobody would take it anyway. */
const KEPT = 64 * 1024 * 1024

export interface Line {
  /** Without its end. */
  readonly text: string
  /** Of the whole line in UTF-8. */
  readonly bytes: number
  /** More came than is kept. */
  readonly cut: boolean
}

/** Lines that end in `\n` or `\r\n` and in nothing else: JSON may hold U+2028. Invalid UTF-8 becomes U+FFFD. */
export async function* linesOf(stream: Readable): AsyncGenerator<Line> {
  const decoder = new StringDecoder('utf8')
  let parts: string[] = []
  let kept = 0
  let bytes = 0
  const take = (text: string): void => {
    bytes += Buffer.byteLength(text)
    const room = KEPT - kept
    if (room <= 0) return
    parts.push(room < text.length ? text.slice(0, room) : text)
    kept += Math.min(room, text.length)
  }
  const line = (): Line => {
    const whole = parts.join('')
    const text = whole.endsWith('\r') ? whole.slice(0, -1) : whole
    const done = { text, bytes: bytes - (whole.length - text.length), cut: bytes > 0 && kept === KEPT }
    parts = []
    kept = 0
    bytes = 0
    return done
  }
  const feed = function* (text: string): Generator<Line> {
    let from = 0
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
      take(text.slice(from, at))
      yield line()
      from = at + 1
    }
    if (from < text.length) take(text.slice(from))
  }
  for await (const chunk of stream) yield* feed(decoder.write(chunk as Buffer))
  yield* feed(decoder.end())
  if (bytes > 0) yield line()
}
