import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import { isPublicAddress, readAllowance, urlFault } from './addresses.ts'
import { createEgress, type EgressOptions, type EgressRequest } from './egress.ts'
import { EgressFault } from './egress-fault.ts'

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

async function serve(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  open.push(
    () =>
      new Promise(resolve => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  )
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

function ask(url: string, options: EgressOptions = {}, request: Partial<EgressRequest> = {}) {
  const egress = createEgress(options)
  open.push(() => egress.close())
  return egress.send({ url, timeoutMs: 2_000, maxBytes: 1_000, ...request })
}

async function reasonOf(answer: Promise<unknown>): Promise<string> {
  const error = await answer.then(
    () => undefined,
    (e: unknown) => e,
  )
  if (error instanceof EgressFault) return error.reason
  throw new Error('expected an EgressFault', { cause: error })
}

describe('an address', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00:ec2::254',
    'ff02::1',
    '::ffff:10.0.0.1',
    '::ffff:169.254.169.254',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '::127.0.0.1',
    '::808:808',
    '168.63.129.16',
    '::ffff:168.63.129.16',
    '100.100.100.200',
    '192.0.0.192',
    '198.19.0.1',
    '192.88.99.1',
    '0x7f.1',
    '2130706433',
    '64:ff9b:1::1',
    '100::1',
    '2001:db8::1',
    '2001:2::1',
    '3fff::1',
    '5f00::1',
    'fec0::1',
  ])('%s is not an address of the public Internet', address => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(['8.8.8.8', '20.190.128.1', '2603:1037:1::1', '::ffff:8.8.8.8'])('%s is', address => {
    expect(isPublicAddress(address)).toBe(true)
  })
})

describe('a URL of a setting', () => {
  const allow = readAllowance(['127.0.0.1:8081', '[::1]:9000', 'vault.internal:8200'])
  it.each([
    ['https://graph.microsoft.com', undefined],
    ['https://graph.microsoft.com/v1.0', undefined],
    ['http://127.0.0.1:8081', undefined],
    ['https://vault.internal:8200', undefined],
    ['http://[::1]:9000/x', undefined],
    ['http://graph.microsoft.com', 'must be an https URL'],
    ['ftp://127.0.0.1:8081', 'must be an https URL'],
    ['https://127.0.0.1:8082', 'must not name a private address'],
    ['https://0x7f000001/', 'must not name a private address'],
    ['https://2130706433/', 'must not name a private address'],
    ['https://[fe80::1]/', 'must not name a private address'],
    ['https://[::ffff:10.0.0.1]/', 'must not name a private address'],
    ['https://[::127.0.0.1]/', 'must not name a private address'],
    ['https://168.63.129.16/', 'must not name a private address'],
    ['https://0177.0.0.1/', 'must not name a private address'],
    ['https://localhost/', 'must not name a private host'],
    ['https://vault/', 'must not name a private host'],
    ['https://vault./', 'must not name a private host'],
    ['https://nas.home.arpa/', 'must not name a private host'],
    ['https://metadata.google.internal/', 'must not name a private host'],
    ['https://user:pass@graph.microsoft.com', 'must not contain credentials'],
    ['graph', 'must be a URL'],
  ])('%s: %s', (url, fault) => {
    expect(urlFault(url, allow)).toBe(fault)
  })

  it.each(['127.0.0.1', 'host', 'http://x:1', 'a b:1', 'x:1/y'])('%s is not a valid entry of the allowance', entry => {
    expect(() => readAllowance([entry])).toThrow('host:port')
  })
})

describe('an outgoing request', () => {
  it('returns status, headers and body, whatever the status', async () => {
    const host = await serve((request, response) => {
      response.writeHead(418, { 'x-one': 'a' }).end(`${request.method} ${request.headers['accept-encoding']}`)
    })
    const answer = await ask(`http://${host}/`, { allow: readAllowance([host]) }, { method: 'POST', body: 'x' })
    expect([answer.status, answer.headers['x-one'], answer.body.toString()]).toEqual([418, 'a', 'POST identity'])
  })

  it('does not go to a private address unless its host and port are allowed', async () => {
    let reached = 0
    const host = await serve((_request, response) => {
      reached++
      response.end()
    })
    const port = host.split(':')[1]
    const allow = readAllowance([`127.0.0.1:${port === '1' ? 2 : 1}`])
    expect(await reasonOf(ask(`http://${host}/`, { allow }))).toBe('refused')
    expect(await reasonOf(ask(`https://${host}/`, { allow }))).toBe('refused')
    const resolve = async () => ['127.0.0.1']
    expect(await reasonOf(ask(`https://innocent.example:${port}/`, { resolve }))).toBe('refused')
    expect(
      await reasonOf(ask(`https://innocent.example:${port}/`, { resolve: async () => ['8.8.8.8', '10.0.0.1'] })),
    ).toBe('refused')
    expect(reached).toBe(0)
  })

  it('resolves a name once, and dials the address that was checked', async () => {
    const host = await serve((request, response) => response.end(request.headers.host))
    const port = host.split(':')[1]
    const name = `rebind.example:${port}`
    let asked = 0
    const resolve = async () => (asked++ === 0 ? ['127.0.0.1'] : ['127.0.0.2'])
    const answer = await ask(`http://${name}/`, { allow: readAllowance([name]), resolve })
    expect([answer.body.toString(), asked]).toEqual([name, 1])
  })

  it('follows redirects only within its origin', async () => {
    let reached = 0
    const other = await serve((_request, response) => {
      reached++
      response.end('other')
    })
    const host = await serve((request, response) => {
      if (request.url === '/near') return response.writeHead(302, { location: '/here' }).end()
      if (request.url === '/far') return response.writeHead(302, { location: `http://${other}/` }).end()
      if (request.url === '/round') return response.writeHead(302, { location: '/round' }).end()
      return response.end('here')
    })
    const allow = readAllowance([host, other])
    expect((await ask(`http://${host}/near`, { allow })).body.toString()).toBe('here')
    expect(await reasonOf(ask(`http://${host}/far`, { allow }))).toBe('refused')
    expect(await reasonOf(ask(`http://${host}/round`, { allow }))).toBe('refused')
    expect(await reasonOf(ask(`http://${host}/near`, { allow }, { method: 'POST', body: '' }))).toBe('refused')
    expect(reached).toBe(0)
  })

  it('is limited in size, with and without a length, and in time', async () => {
    const host = await serve((request, response) => {
      if (request.url === '/long') return response.end('x'.repeat(1_001))
      if (request.url === '/endless') {
        const more = (): void => {
          if (response.write('x'.repeat(10_000))) setImmediate(more)
          else response.once('drain', more)
        }
        return more()
      }
      if (request.url === '/slow') return response.write('x')
      return undefined
    })
    const allow = readAllowance([host])
    expect(await reasonOf(ask(`http://${host}/long`, { allow }))).toBe('too_large')
    expect(await reasonOf(ask(`http://${host}/endless`, { allow }))).toBe('too_large')
    expect(await reasonOf(ask(`http://${host}/slow`, { allow }, { timeoutMs: 150 }))).toBe('timeout')
    expect(await reasonOf(ask(`http://${host}/silent`, { allow }, { timeoutMs: 150 }))).toBe('timeout')
  })

  it('reports failures only in our own words', async () => {
    const host = await serve((request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('secret half', () => request.socket.destroy())
    })
    const broken = await ask(`http://${host}/secret-path`, { allow: readAllowance([host]) }).catch((e: unknown) => e)
    expect(broken).toMatchObject({ reason: 'unreachable', message: 'the other side cannot be reached' })
    expect((broken as Error).cause).toBeUndefined()
    const closed = `127.0.0.1:1`
    expect(await reasonOf(ask(`http://${closed}/`, { allow: readAllowance([closed]) }))).toBe('unreachable')
    expect(await reasonOf(ask('https://nowhere.example/', { resolve: async () => [] }))).toBe('unreachable')
  })

  it('that its caller aborts ends with the reason of its caller', async () => {
    const host = await serve(() => undefined)
    const abort = new AbortController()
    const answer = ask(`http://${host}/`, { allow: readAllowance([host]) }, { signal: abort.signal })
    setTimeout(() => abort.abort(new Error('stopping')), 50)
    await expect(answer).rejects.toThrow('stopping')
  })
})
