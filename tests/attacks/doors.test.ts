import { connect } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { describe, expect, it } from '@jest/globals'
import { send } from '../../tools/attacks/send.ts'
import { admin, target } from '../acceptance/target.ts'

const agents = new URL(target.agentUrl)

/** Resolves when the other side ends the connection; rejects when it has not within `ms`. */
const ended = (port: number, host: string, first: string, ms: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, host, () => socket.write(first))
    const timer = setTimeout(() => socket.destroy(new Error('the connection is still open')), ms)
    socket
      .on('error', reject)
      .on('close', () => {
        clearTimeout(timer)
        resolve()
      })
      .resume()
  })

describe('a page of another site that names this machine', () => {
  const asks = (host: string, path: string): string => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`

  it.each(['evil.example', 'evil.example:80', '127.0.0.1.evil.example', 'localhost.evil.example', '192.0.2.1', ''])(
    'reaches neither the API nor the metrics as %j',
    async host => {
      expect((await send(target.apiUrl, asks(host, '/api/v1/session'))).status).toBe(421)
      expect((await send(target.apiUrl, asks(host, '/docs'))).status).toBe(421)
      const isAddress = host === '192.0.2.1'
      if (!isAddress) expect((await send(target.adminUrl, asks(host, '/metrics'))).status).toBe(421)
    },
  )

  it('reaches no metrics from a page of any origin', async () => {
    const request = 'GET /metrics HTTP/1.1\r\nHost: localhost\r\nOrigin: https://evil.example\r\n\r\n'
    expect((await send(target.adminUrl, request)).status).toBe(421)
  })
})

describe('the platform', () => {
  it.each([
    'https://127.0.0.1/hook',
    'https://[::1]/hook',
    'https://[::127.0.0.1]/hook',
    'https://[::ffff:169.254.169.254]/hook',
    'https://[64:ff9b::a9fe:a9fe]/hook',
    'https://[fd00::1]/hook',
    'https://169.254.169.254/latest/meta-data',
    'https://168.63.129.16/hook',
    'https://100.100.100.200/hook',
    'https://2130706433/hook',
    'https://0x7f000001/hook',
    'https://0177.0.0.1/hook',
    'https://127.1/hook',
    'https://10.0.0.1/hook',
    'https://intranet/hook',
    'https://localhost./hook',
    'https://printer.local/hook',
    'http://soar.example.com/hook',
    'file:///etc/passwd',
  ])('asks nobody in its own network, whatever the address is written as: %s', async url => {
    const { status, body, text } = await admin.post('/alert-destinations', { url })
    expect([status, body.code]).toEqual([422, 'validation_failed'])
    expect(text).not.toContain(url)
  })
})

describe('HTTP/2', () => {
  const agreed = (protocols: string[]): Promise<TLSSocket['alpnProtocol'] | 'refused'> =>
    new Promise(resolve => {
      const options = { host: agents.hostname, port: Number(agents.port), ca: target.ca, ALPNProtocols: protocols }
      const socket = connectTls(options, () => {
        resolve(socket.alpnProtocol)
        socket.destroy()
      })
      socket.once('error', () => resolve('refused'))
    })

  it('is not spoken: what floods it with streams, resets or headers has nothing to talk to', async () => {
    expect(await agreed(['h2', 'http/1.1'])).toBe('http/1.1')
    expect(await agreed(['h2'])).not.toBe('h2')
    const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'
    expect((await send(target.apiUrl, preface)).status).toBe(400)
    const upgrade =
      'GET /api/v1/session HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n'
    expect((await send(target.apiUrl, upgrade)).status).not.toBe(101)
  })
})

describe('a client that is slow on purpose', () => {
  it('is given up when its TLS handshake does not end', async () => {
    // The header of a record, and the first byte of a ClientHello that never comes.
    await ended(Number(agents.port), agents.hostname, '\x16\x03\x01\x02\x00\x01', 30_000)
  })
})
