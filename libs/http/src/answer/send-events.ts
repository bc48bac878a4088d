import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { ServerSentEvent } from '../operation.ts'
import { CACHE_CONTROL } from './send-answer.ts'

/** How often a silent stream sends a sign of life, so that proxies keep it open. */
export const COMMENT_EVERY_MS = 15_000
const DRAIN_TIMEOUT_MS = 60_000

/**
 * Sends a stream of events (WHATWG HTML, "Server-sent events") until it ends, the caller goes or `signal` is aborted.
 * Waits for slow readers: at most one event and one comment are buffered per connection. The iterator of the stream is
 * always closed.
 */
export async function sendEvents(
  response: ServerResponse,
  stream: AsyncIterable<ServerSentEvent>,
  options: { readonly signal: AbortSignal; readonly commentEveryMs?: number },
): Promise<void> {
  const { signal } = options
  response.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': `${CACHE_CONTROL}, no-transform`,
    'X-Accel-Buffering': 'no',
  })
  response.write(': open\n\n')
  const alive = setInterval(() => {
    if (!response.writableNeedDrain) response.write(': alive\n\n')
  }, options.commentEveryMs ?? COMMENT_EVERY_MS)
  const gone = new AbortController()
  const stop = (): void => gone.abort()
  response.once('close', stop)
  signal.addEventListener('abort', stop, { once: true })
  const events = stream[Symbol.asyncIterator]()
  try {
    while (!gone.signal.aborted && !signal.aborted) {
      const next = await unlessAborted(events.next(), gone.signal)
      if (!next || next.done) break
      if (!response.write(frame(next.value))) await drained(response, gone.signal)
    }
  } finally {
    clearInterval(alive)
    signal.removeEventListener('abort', stop)
    void events.return?.()
    response.end()
  }
}

function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve(undefined)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    void promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/** A reader that accepts nothing for this long is considered gone. */
async function drained(response: ServerResponse, gone: AbortSignal): Promise<void> {
  const signal = AbortSignal.any([gone, AbortSignal.timeout(DRAIN_TIMEOUT_MS)])
  await once(response, 'drain', { signal }).catch(() => response.destroy())
}

/** One event as text. Line breaks inside a value start a new field line, so that no value can forge a field. */
function frame({ event, id, data, comment }: ServerSentEvent): string {
  const lines: string[] = []
  const field = (name: string, value: string): void => {
    for (const line of value.split(/\r\n|\r|\n/)) lines.push(`${name}: ${line}`)
  }
  if (comment !== undefined) field('', comment)
  if (event !== undefined) field('event', oneLine(event))
  if (id !== undefined) field('id', oneLine(id))
  if (data !== undefined) field('data', JSON.stringify(data))
  return `${lines.join('\n')}\n\n`
}

const oneLine = (text: string): string => text.replace(/[\r\n\0]/g, '')
