import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { discardRest, isIncomplete, type RestLimits } from './rest-of-body.ts'

const LIMITS: RestLimits = { maxBytes: 100_000, maxPieces: 50, timeoutMs: 300 }
const HEAD = 'POST / HTTP/1.1\r\nHost: x\r\n'
let server: Server
let port: number
/** Of the last request. */
let last: Socket
beforeAll(async () => {
  server = createServer(async (request, response) => {
    last = request.socket
    await discardRest(request, LIMITS)
    if (isIncomplete(request)) response.setHeader('Connection', 'close')
    response.end('no')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

const answerTo = (socket: Socket): Promise<string> =>
  new Promise(resolve => {
    let text = ''
    socket.setEncoding('utf8').on('data', part => {
      text += part
      if (text.endsWith('no')) resolve(text)
    })
  })

async function sent(body: string): Promise<string> {
  const socket = connect(port, '127.0.0.1', () => socket.write(HEAD + body))
  const answer = await answerTo(socket)
  socket.destroy()
  return /Connection: (\S+)/.exec(answer)![1]!
}
const chunked = (chunk: string, times: number): string => `Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(times)}`

describe('The rest of a body', () => {
  it('is read and forgotten, and its connection serves on', async () => {
    expect(await sent(`Content-Length: 60000\r\n\r\n${'x'.repeat(60_000)}`)).toBe('keep-alive')
    expect(await sent(`${chunked('1\r\nx\r\n', 40)}0\r\n\r\n`)).toBe('keep-alive')
    expect(await sent('\r\n')).toBe('keep-alive')
  })

  it.each([
    ['it is announced as too long', 'Content-Length: 200000\r\n\r\nx'],
    ['it is too long', chunked(`8000\r\n${'x'.repeat(0x8000)}\r\n`, 8)],
    ['it comes in too many chunks', chunked('1\r\nx\r\n', 500)],
    ['it stops coming', 'Content-Length: 10\r\n\r\nx'],
  ])('is left unread if %s, and the answer still arrives', async (_, body) => {
    expect(await sent(body)).toBe('close')
  })

  it('is not read on behind the limit, not even once more', async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    const answer = answerTo(socket)
    socket.write(HEAD + chunked('1\r\nx\r\n', 200_000))
    await answer
    const read = last.bytesRead
    await new Promise(resolve => setTimeout(resolve, 100))
    expect(read).toBeLessThanOrEqual(65_536)
    expect(last.bytesRead).toBe(read)
    socket.destroy()
  })

  it('is waited for by the answer: a sender that still sends can read it', async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    const answer = answerTo(socket)
    socket.write(`${HEAD}Content-Length: 40000000\r\n\r\n`)
    socket.write(Buffer.alloc(20_000_000))
    expect(await answer).toContain('200')
    socket.destroy()
  })
})
