import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

/** Only this much of a longer line is kept; it would be refused anyway. */
const KEPT = 64 * 1024 * 1024

export interface Line {
  /** Text without the line ending. */
  readonly text: string
  /** Size of the whole line in UTF-8. */
  readonly bytes: number
  /** True if the line was cut. */
  readonly cut: boolean
}

/** Lines that end only in `\n` or `\r\n`, because JSON may contain U+2028. Invalid UTF-8 becomes U+FFFD. */
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
