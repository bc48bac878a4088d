import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Problem } from '@wardline/kernel'
import { readBytes } from './read-bytes.ts'

const LIMITS = { maxBytes: 1_000, timeoutMs: 200 }
let server: Server
let port: number
beforeAll(async () => {
  server = createServer((request: IncomingMessage, response) => {
    readBytes(request, LIMITS).then(
      bytes => response.end(bytes),
      (error: unknown) => {
        response.statusCode = error instanceof Problem ? error.status : 500
        response.end(error instanceof Problem ? error.code : String(error))
      },
    )
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

const post = async (body: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) => {
  const response = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body, headers })
  return [response.status, await response.text()]
}
const coded = (coding: string) => ({ 'Content-Encoding': coding })
const text = Buffer.from('x'.repeat(1_000))

describe('The bytes of a body', () => {
  it('are read up to the limit', async () => {
    expect(await post(text)).toEqual([200, text.toString()])
    expect(await post(Buffer.alloc(1_001))).toEqual([413, 'body_too_large'])
    expect(await post(Buffer.alloc(5_000_000))).toEqual([413, 'body_too_large'])
  })

  it.each([
    ['gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['br', brotliCompressSync(text)],
    ['identity', text],
  ])('are read in the coding %s', async (coding, bytes) => {
    expect(await post(Buffer.from(bytes), coded(coding))).toEqual([200, text.toString()])
  })

  it('are bounded after decompression too', async () => {
    const bomb = Buffer.from(gzipSync(Buffer.alloc(200_000)))
    expect(bomb.length).toBeLessThan(LIMITS.maxBytes)
    expect(await post(bomb, coded('gzip'))).toEqual([413, 'body_too_large'])
  })

  it.each([
    ['gzip', 400, 'malformed_json'],
    ['zstd', 415, 'unsupported_media_type'],
    ['gzip, gzip', 415, 'unsupported_media_type'],
    ['constructor', 415, 'unsupported_media_type'],
  ])('that do not match their coding %j are %i %s', async (coding, status, code) => {
    expect(await post(text, coded(coding))).toEqual([status, code])
  })

  it('may come in chunks, but not in so many that each has a byte', async () => {
    const inChunks = async (count: number, size: number) => {
      const socket = connect(port, '127.0.0.1')
      const chunk = `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`
      socket.write(`POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(count)}0\r\n\r\n`)
      const answer = await new Promise<string>(resolve => socket.once('data', data => resolve(data.toString())))
      socket.destroy()
      return answer.slice(9, 12)
    }
    expect(await inChunks(1_000, 1)).toBe('200')
    expect(await inChunks(2_000, 1)).toBe('413')
    expect(await inChunks(10, 100)).toBe('200')
  })

  it('that stop coming are 408 request_timeout', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc')
    const answer = await new Promise<string>(resolve => socket.once('data', data => resolve(data.toString())))
    expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*request_timeout$/)
    socket.destroy()
  })
})
