import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { describe, expect, it } from '@jest/globals'
import { admin, anonymous, target } from './target.ts'

/** What comes back for bytes that are sent as they are, once the other side has closed or `ms` have passed. */
function raw(bytes: string, ms: number): Promise<{ readonly text: string; readonly closed: boolean }> {
  const { hostname, port } = new URL(target.apiUrl)
  return new Promise(resolve => {
    let text = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    const timer = setTimeout(() => done(false), ms)
    const done = (closed: boolean): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ text, closed })
    }
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    socket.once('close', () => done(true)).on('error', () => undefined)
  })
}

describe('every answer', () => {
  it.each([
    ['a success', () => admin.get('/alerts')],
    ['a refusal', () => anonymous.get('/alerts')],
    ['what is not there', () => admin.get('/nothing')],
    ['the document', () => anonymous.get('/openapi.json')],
  ])('can be neither framed, sniffed, cached by others nor rendered: %s', async (_, ask) => {
    const { headers } = await ask()
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    expect(headers).not.toHaveProperty('x-powered-by')
  })

  it('is for no page of another origin', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
    for (const method of ['GET', 'OPTIONS']) {
      const answer = await admin.call(method, '/alerts', { headers })
      expect(Object.keys(answer.headers).filter(name => name.startsWith('access-control-'))).toEqual([])
    }
  })
})

describe('a request that is none', () => {
  it('with more headers than anybody needs is refused', async () => {
    const { text } = await raw(`GET /api/v1/alerts HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`, 5_000)
    expect(text).toMatch(/^HTTP\/1\.1 431 /)
  })

  it('with two lengths, or a length and chunks, is refused: no proxy and we shall ever disagree where it ends', async () => {
    const head = 'POST /api/v1/logs/ingest HTTP/1.1\r\nHost: x\r\n'
    for (const lengths of [
      'Content-Length: 4\r\nContent-Length: 5\r\n',
      'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n',
    ]) {
      const { text } = await raw(`${head}${lengths}\r\n0\r\n\r\n`, 5_000)
      expect(text).toMatch(/^HTTP\/1\.1 400 /)
    }
  })

  it('whose headers never end is given up', async () => {
    const { closed, text } = await raw('GET /api/v1/alerts HTTP/1.1\r\nHost: x\r\nX-Slow: ', 25_000)
    expect([closed, text.slice(0, 12)]).toEqual([true, 'HTTP/1.1 408'])
  })
})

describe('the TLS listener', () => {
  const { hostname, port } = new URL(target.agentUrl)
  const handshake = (options: object): Promise<string> =>
    new Promise(resolve => {
      const socket = connectTls({ host: hostname, port: Number(port), ca: target.ca, ...options }, () => {
        const protocol = socket.getProtocol() ?? ''
        socket.destroy()
        resolve(protocol)
      })
      socket.once('error', () => resolve('refused'))
    })

  it('speaks TLS 1.2 and 1.3, and nothing older', async () => {
    expect(await handshake({ maxVersion: 'TLSv1.3' })).toBe('TLSv1.3')
    expect(await handshake({ maxVersion: 'TLSv1.2' })).toBe('TLSv1.2')
    expect(await handshake({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' })).toBe(
      'refused',
    )
  })

  it('speaks no cipher without forward secrecy or authentication of what it encrypts', async () => {
    for (const ciphers of ['AES128-SHA', 'AES256-SHA256', 'ECDHE-ECDSA-AES128-SHA', 'ECDHE-RSA-AES256-SHA384'])
      expect([ciphers, await handshake({ maxVersion: 'TLSv1.2', ciphers: `${ciphers}:@SECLEVEL=0` })]).toEqual([
        ciphers,
        'refused',
      ])
  })
})
