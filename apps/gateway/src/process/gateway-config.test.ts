import { describe, expect, it } from '@jest/globals'
import { ConfigError } from '@wardline/kernel'
import { readGatewayConfig } from './gateway-config.ts'
import { publicUrlOf } from './public-url.ts'

const OTHERS = ['enrollment', 'mdm-connector', 'ingest', 'normalizer', 'log-store', 'detector', 'alert-projector']
const urlsAt = (origin: string): string => OTHERS.map(name => `${name}=${origin}`).join(', ')
const ENV = { WARDLINE_SERVICE_URLS: urlsAt('http://127.0.0.1:7080'), WARDLINE_BOOTSTRAP_DIR: '/b' }

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readGatewayConfig({ ...ENV, ...env })
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
}

describe('the configuration of the gateway as a process', () => {
  it('knows where every other service is', () => {
    const { WARDLINE_SERVICE_URLS: urls } = readGatewayConfig(ENV)
    expect([...urls]).toEqual(OTHERS.map(name => [name, 'http://127.0.0.1:7080']))
  })

  it.each([
    ['a service without a URL', 'ingest=http://127.0.0.1:1', /no URL for enrollment/],
    ['a service twice', `${urlsAt('http://[::1]:1')},ingest=http://[::1]:2`, /ingest is there twice/],
    ['an unknown service', `${urlsAt('http://[::1]:1')},canary=http://[::1]:2`, /a service is not known/],
    ['the gateway itself', `${urlsAt('http://[::1]:1')},gateway=http://[::1]:2`, /a service is not known/],
    ['a URL with a path', urlsAt('http://127.0.0.1:1/canary'), /an http or https origin/],
    ['a URL with credentials', urlsAt('http://canary@127.0.0.1:1'), /an http or https origin/],
    ['another scheme', urlsAt('ftp://127.0.0.1'), /an http or https origin/],
    ['no URL at all', OTHERS.join(','), /an http or https origin/],
  ])('refuses %s, without repeating it', (_, urls, expected) => {
    const [fault] = faultsOf({ WARDLINE_SERVICE_URLS: urls })
    expect(fault).toMatch(expected)
    expect(fault).not.toContain('canary')
  })

  it('uses plain HTTP to another machine only if configured', () => {
    const env = { WARDLINE_SERVICE_URLS: urlsAt('http://10.0.0.5:7080') }
    expect(faultsOf(env)).toHaveLength(OTHERS.length)
    expect(faultsOf({ ...env, WARDLINE_INTERNAL_PLAINTEXT: 'allow' })).toEqual([])
    expect(faultsOf({ WARDLINE_SERVICE_URLS: urlsAt('https://10.0.0.5:7080') })).toEqual([])
  })

  it('takes the names of trusted proxies, and valid authorities', () => {
    const config = readGatewayConfig({ ...ENV, WARDLINE_TRUSTED_PROXY_SANS: 'spiffe://mesh/a, edge.example' })
    expect(config.WARDLINE_TRUSTED_PROXY_SANS).toEqual(['spiffe://mesh/a', 'edge.example'])
    for (const file of ['/nowhere', new URL(import.meta.url).pathname])
      expect(faultsOf({ WARDLINE_TRUSTED_PROXY_CA_FILE: file })).toEqual([
        expect.stringMatching(/^WARDLINE_TRUSTED_PROXY_CA_FILE: (?:the file cannot|a file with)/),
      ])
  })

  it('reports all faults at once', () => {
    const faults = faultsOf({ WARDLINE_API_HOST: '0.0.0.0', WARDLINE_API_PORT: 'x', WARDLINE_BOOTSTRAP_DIR: '' })
    expect(faults.map(fault => fault.split(/[: ]/)[0])).toEqual([
      'WARDLINE_BOOTSTRAP_DIR',
      'WARDLINE_API_HOST',
      'WARDLINE_API_PORT',
    ])
    expect(
      faultsOf({ WARDLINE_TLS_CERT_FILE: '/x', WARDLINE_INTERNAL_TLS_CA_FILE: '/nowhere' }).map(f => f.slice(0, 29)),
    ).toEqual(['WARDLINE_INTERNAL_TLS_CA_FILE', 'WARDLINE_TLS_CERT_FILE and WA'])
  })

  it.each([
    ['https://wardline.example', []],
    ['https://wardline.example:8443/', []],
    ['http://127.0.0.1:8080', []],
    ['http://wardline.example', [/^WARDLINE_PUBLIC_URL: an https origin/]],
    ['https://wardline.example/path', [/^WARDLINE_PUBLIC_URL/]],
    ['https://canary@wardline.example', [/^WARDLINE_PUBLIC_URL/]],
    ['wardline.example', [/^WARDLINE_PUBLIC_URL/]],
  ])('browsers find it at %s: %j', (url, expected) => {
    const faults = faultsOf({ WARDLINE_PUBLIC_URL: url })
    expect(faults).toHaveLength(expected.length)
    expected.forEach((pattern, i) => {
      expect(faults[i]).toMatch(pattern)
    })
  })

  it('is reached at its plain listener by default if the port is known', () => {
    expect(publicUrlOf({ ...readGatewayConfig(ENV), WARDLINE_API_PORT: 0 })).toBeUndefined()
    expect(publicUrlOf(readGatewayConfig(ENV))).toBe('http://127.0.0.1:8080')
    const named = readGatewayConfig({ ...ENV, WARDLINE_PUBLIC_URL: 'https://wardline.example/' })
    expect(publicUrlOf(named)).toBe('https://wardline.example')
  })
})
