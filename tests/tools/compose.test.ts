import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { readDistributedConfig } from '@wardline/engines-distributed'
import { HOST_SETTINGS, readInternalListener } from '@wardline/host'
import { readConfig, SERVICES } from '@wardline/kernel'
import { parse } from 'yaml'
import { readGatewayConfig } from '../../apps/gateway/src/process/gateway-config.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

interface ComposeService {
  readonly image: string
  readonly command?: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly ports?: readonly string[]
  readonly networks: readonly string[]
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly healthcheck?: object
}
interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>
}

const text = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8')
const compose = parse(text, { merge: true }) as Compose
const dockerfile = readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'wardline-compose-'))
  writeFileSync(join(folder, 'key'), Buffer.alloc(32, 1).toString('base64'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The environment of a service as Compose would fill it in, with the master key at a place of the test's. */
function environmentOf(name: string): Record<string, string> {
  const given: Record<string, string> = { WARDLINE_AGENT_HOSTNAMES: 'agents.example', KAFKA_CLUSTER_ID: 'x' }
  const filled = Object.entries(compose.services[name]!.environment).map(([key, value]) => [
    key,
    String(value).replaceAll(
      /\$\{([A-Z_]+)(?::[-?]([^}]*))?\}/g,
      (_, variable, fallback) => given[variable] ?? fallback ?? '',
    ),
  ])
  return {
    ...Object.fromEntries(filled),
    WARDLINE_MASTER_KEY_FILE: join(folder, 'key'),
    WARDLINE_BOOTSTRAP_DIR: folder,
  }
}

describe('docker-compose.yml', () => {
  it('runs every service by its own main.ts', () => {
    for (const name of SERVICES) {
      const [main] = compose.services[name]?.command ?? []
      expect(main).toBe(`apps/${name}/src/main.ts`)
      expect(existsSync(join(ROOT, main!))).toBe(true)
    }
  })

  it.each(SERVICES)('configures %s completely, with settings that it understands', name => {
    const env = environmentOf(name)
    expect(() => readConfig(env, HOST_SETTINGS)).not.toThrow()
    expect(() => readDistributedConfig(env)).not.toThrow()
    if (name === 'gateway') expect(readGatewayConfig(env).WARDLINE_SERVICE_URLS.size).toBe(SERVICES.length - 1)
    else expect(readInternalListener(env).port).toBe(7080)
  })

  it('gives services no way to write, no capability and no network that they do not need', () => {
    for (const name of SERVICES) {
      expect(compose.services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
    }
    const outside = Object.entries(compose.services).filter(([, s]) => s.networks.includes('outside'))
    expect(outside.map(([name]) => name)).toEqual(['gateway', 'mdm-connector', 'alert-projector'])
    expect([compose.networks.services, compose.networks.engines]).toEqual([{ internal: true }, { internal: true }])
  })

  it('publishes the TLS listener of the gateway and nothing else', () => {
    const published = Object.entries(compose.services).flatMap(([name, s]) => (s.ports ?? []).map(p => [name, p]))
    expect(published).toEqual([['gateway', expect.stringMatching(/:8443$/)]])
  })

  it('pins every image, checks the health of every engine, and contains no secret', () => {
    const engines = Object.entries(compose.services).filter(([name]) => !(SERVICES as readonly string[]).includes(name))
    expect(engines).toHaveLength(5)
    for (const [, { image, healthcheck }] of engines) {
      expect(image).toMatch(/:\d+\.\d+\.\d+$/)
      expect(healthcheck).toBeDefined()
    }
    const settings = Object.values(compose.services).flatMap(s => Object.keys(s.environment ?? {}))
    const secret = settings.filter(name => /password|secret|token|key/i.test(name))
    expect(secret.filter(name => !/_(?:FILE|DIR)$/.test(name))).toEqual([])
  })
})

describe('the image', () => {
  it('runs as nobody special, on the Node that package.json names, without its npm package', () => {
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    expect([...dockerfile.matchAll(/^FROM node:(\S+)-bookworm-slim/gm)].map(m => m[1])).toEqual(
      Array(3).fill(dependencies.node),
    )
    expect(dockerfile).toMatch(/^USER 1000:1000$/m)
    expect(dockerfile).toMatch(/rm -rf node_modules\/node /)
    expect(dockerfile).toMatch(/^COPY --from=console \/app\/apps\/console\/dist apps\/console\/dist$/m)
  })
})
