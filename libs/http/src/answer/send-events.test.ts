import { createServer, get, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import type { ServerSentEvent } from '../operation.ts'
import { sendEvents } from './send-events.ts'

let server: Server
afterEach(() => {
  server.close()
})

/** Everything that a reader has received when `done` returns true. */
async function read(
  stream: AsyncIterable<ServerSentEvent>,
  options: { commentEveryMs?: number; signal?: AbortSignal } = {},
  done: (text: string) => boolean = () => false,
): Promise<string> {
  server = createServer((_request, response) => {
    void sendEvents(response, stream, { signal: new AbortController().signal, ...options })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return new Promise((resolve, reject) => {
    const request = get({ port: (server.address() as AddressInfo).port, agent: false }, response => {
      let text = ''
      response.on('data', chunk => {
        text += chunk
        if (done(text)) request.destroy()
      })
      response.on('close', () => resolve(text))
    })
    request.on('error', error => (error.message === 'socket hang up' ? undefined : reject(error)))
  })
}

async function* never(onReturn: () => void = () => {}): AsyncGenerator<ServerSentEvent> {
  try {
    for (;;) {
      await new Promise(resolve => setTimeout(resolve, 5))
      yield { comment: 'tick' }
    }
  } finally {
    onReturn()
  }
}

describe('An event stream', () => {
  it('cannot be made to contain a field that its producer did not intend', async () => {
    const text = await read(
      (async function* () {
        yield { event: 'a\ndata: forged', id: '1\r\nevent: forged', data: 'x\ny\u2028z', comment: 'c\ndata: forged' }
      })(),
    )
    const lines = text.split('\n').filter(line => /^(data|event)\b/.test(line))
    expect(lines).toEqual(['event: adata: forged', `data: ${JSON.stringify('x\ny\u2028z')}`])
    expect(text).toContain(': c\n: data: forged\n')
  })

  it('sends signs of life while nothing happens', async () => {
    const silent: AsyncIterable<ServerSentEvent> = {
      [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }),
    }
    const text = await read(silent, { commentEveryMs: 5 }, t => t.split(': alive').length > 3)
    expect(text).toMatch(/^: open\n\n(: alive\n\n)+/)
  })

  it('ends, and its iterator is closed, when the signal is aborted', async () => {
    const stop = new AbortController()
    let returned = false
    const text = await read(
      never(() => {
        returned = true
      }),
      { signal: stop.signal },
      t => {
        if (t.includes('tick')) stop.abort()
        return false
      },
    )
    expect(text).toContain(': tick')
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(returned).toBe(true)
  })

  it('has its iterator closed when the reader disconnects', async () => {
    const returned = Promise.withResolvers<void>()
    await read(never(returned.resolve), {}, t => t.includes('tick'))
    await returned.promise
  })
})
