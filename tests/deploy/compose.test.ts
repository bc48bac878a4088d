import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { readDistributedConfig } from '@wardline/engines-distributed'
import { SERVICES } from '@wardline/kernel'
import { parse } from 'yaml'
import { readSettings } from './support/read-settings.ts'
import { composeSpecification } from './support/schemas.ts'

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
  readonly volumes?: readonly string[]
  readonly secrets?: readonly string[]
  readonly depends_on?: readonly string[] | object
}
interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
  readonly volumes: Readonly<Record<string, object>>
}

const text = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8')
const compose = parse(text, { merge: true }) as Compose
const dockerfile = readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'wardline-compose-'))
  mkdirSync(join(folder, 'deploy'))
  cpSync(join(ROOT, 'deploy/make-env.sh'), join(folder, 'deploy/make-env.sh'))
  makeEnv()
})
afterAll(() => rmSync(folder, { recursive: true }))

const makeEnv = (): string =>
  execFileSync('sh', [join(folder, 'deploy/make-env.sh'), 'agents.example'], { encoding: 'utf8' })
const engineFile = (name: string): string => join(folder, 'deploy/secrets/engines', name)
/** The file of a secret, as deploy/make-env.sh has made it. */
const secretFile = (name: string): string => join(folder, compose.secrets[name]!.file)

/** The environment of a service as Compose would fill it in, with the secrets that deploy/make-env.sh has made. */
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
    ...Object.fromEntries(
      filled.map(([key, value]) => [key, value!.replace(/^\/run\/secrets\/(\w+)$/, (_, secret) => secretFile(secret))]),
    ),
    WARDLINE_BOOTSTRAP_DIR: folder,
  }
}

describe('docker-compose.yml', () => {
  it('is what the Compose Specification allows, member by member', () => {
    expect(composeSpecification()(compose)).toEqual([])
  })

  it('mounts, joins and waits for nothing that it does not declare', () => {
    const declared = {
      networks: Object.keys(compose.networks),
      secrets: Object.keys(compose.secrets),
      volumes: Object.keys(compose.volumes),
    }
    for (const [name, service] of Object.entries(compose.services)) {
      const volumes = (service.volumes ?? []).map(v => v.split(':')[0]!).filter(v => /^[a-z]/.test(v))
      const waitsFor = Array.isArray(service.depends_on) ? service.depends_on : Object.keys(service.depends_on ?? {})
      const unknown = [
        ...service.networks.filter(n => !declared.networks.includes(n)),
        ...(service.secrets ?? []).filter(s => !declared.secrets.includes(s)),
        ...volumes.filter(v => !declared.volumes.includes(v)),
        ...waitsFor.filter(w => !Object.hasOwn(compose.services, w)),
      ]
      expect([name, unknown]).toEqual([name, []])
    }
  })

  it('runs every service by its own main.ts', () => {
    for (const name of SERVICES) {
      const [main] = compose.services[name]?.command ?? []
      expect(main).toBe(`apps/${name}/src/main.ts`)
      expect(existsSync(join(ROOT, main!))).toBe(true)
    }
  })

  it.each(SERVICES)('configures %s completely, with settings that it understands', name => {
    expect(() => readSettings(name, environmentOf(name))).not.toThrow()
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
    const secret = settings.filter(name => /password|secret|token|key(?!store)/i.test(name))
    expect(secret.filter(name => !/_(?:FILE|DIR|CREDENTIALS)$|_filepath$/.test(name))).toEqual([])
  })

  it('mounts only what deploy/make-env.sh makes or the repository has, and each service the secrets that it reads', () => {
    for (const [name, { volumes = [], secrets = [], environment }] of Object.entries(compose.services)) {
      const files = volumes.map(v => v.split(':')[0]!).filter(v => /^\.\/deploy\/.*\.\w+$|\/engines\//.test(v))
      for (const file of files)
        expect([name, file, existsSync(join(folder, file)) || existsSync(join(ROOT, file))]).toEqual([name, file, true])
      for (const secret of secrets) expect([secret, existsSync(secretFile(secret))]).toEqual([secret, true])
      const read = JSON.stringify(environment ?? {}).matchAll(/\/run\/secrets\/(\w+)/g)
      for (const [, secret] of read) expect(secrets).toContain(secret)
    }
  })

  it.each(SERVICES)('has %s speak TLS to Kafka, MongoDB and OpenSearch, with a password', name => {
    const { kafka, mongo, opensearch } = readDistributedConfig(environmentOf(name))
    const authority = readFileSync(engineFile('ca.crt'), 'utf8')
    expect([kafka.tls, mongo.tls, opensearch.tls]).toEqual(Array(3).fill({ ca: authority }))
    expect(opensearch.urls).toEqual(['https://opensearch-hot:9200'])
    for (const auth of [kafka.sasl, mongo.auth, opensearch.auth])
      expect(auth).toMatchObject({ username: 'wardline', password: expect.stringMatching(/^[0-9a-f]{48}$/) })
  })

  it('has no engine that takes a request of the network without TLS or without a user', () => {
    const { kafka, mongodb } = compose.services
    const outward = kafka!.environment.KAFKA_LISTENERS!.split(',').filter(l => !l.includes('://localhost:'))
    expect(outward).toEqual(['SASL_SSL://:9092'])
    expect(mongodb!.command).toEqual(
      expect.arrayContaining(['--tlsMode=requireTLS', '--keyFile=/data/configdb/keyfile']),
    )
    const { subject } = new X509Certificate(readFileSync(engineFile('opensearch.crt')))
    for (const node of ['opensearch-hot', 'opensearch-warm'])
      expect(compose.services[node]!.environment).toMatchObject({
        'plugins.security.ssl.http.enabled': 'true',
        'plugins.security.nodes_dn': subject,
      })
    expect(text).not.toMatch(/DISABLE_SECURITY_PLUGIN|plugins\.security\.disabled/)
  })
})

describe('deploy/make-env.sh', () => {
  it('makes an authority, and of it a certificate for each engine by the name that services use', () => {
    const authority = new X509Certificate(readFileSync(engineFile('ca.crt')))
    const hosts = {
      kafka: ['kafka'],
      mongodb: ['mongodb', 'localhost'],
      opensearch: ['opensearch-hot', 'opensearch-warm'],
    }
    for (const [engine, names] of Object.entries(hosts)) {
      const certificate = new X509Certificate(readFileSync(engineFile(`${engine}.crt`)))
      expect([engine, certificate.verify(authority.publicKey), certificate.ca]).toEqual([engine, true, false])
      for (const name of names) expect(certificate.checkHost(name)).toBe(name)
      expect(
        execFileSync(
          'openssl',
          ['verify', '-x509_strict', '-CAfile', engineFile('ca.crt'), engineFile(`${engine}.crt`)],
          { encoding: 'utf8' },
        ),
      ).toMatch(/: OK\n$/)
    }
  })

  it('keeps the authority for itself, and everything in a folder that nobody else can enter', () => {
    expect(statSync(engineFile('ca.key')).mode & 0o777).toBe(0o400)
    for (const path of ['deploy/secrets', 'deploy/secrets/engines'])
      expect(statSync(join(folder, path)).mode & 0o077).toBe(0)
    const passwords = ['kafka', 'kafka-registry', 'kafka-store', 'mongodb', 'mongodb-root', 'opensearch']
    expect(new Set(passwords.map(name => readFileSync(engineFile(`${name}-password`), 'utf8'))).size).toBe(
      passwords.length,
    )
  })

  it('changes nothing when it runs again, and replaces what was deleted', () => {
    const files = ['ca.crt', 'kafka.p12', 'mongodb.pem', 'kafka-jaas.conf', 'opensearch-password']
    const read = () => files.map(name => readFileSync(engineFile(name), 'base64'))
    const before = read()
    expect(makeEnv()).toContain('kept .env')
    expect(read()).toEqual(before)
    rmSync(engineFile('mongodb.crt'))
    makeEnv()
    expect(read().map((now, i) => [files[i], now !== before[i]])).toEqual(
      files.map(name => [name, name === 'mongodb.pem']),
    )
    expect(readFileSync(engineFile('mongodb.pem'), 'utf8')).toContain(readFileSync(engineFile('mongodb.crt'), 'utf8'))
  })
})

describe('the start of OpenSearch', () => {
  it('makes one user, whose password is the secret, and none of the demo', () => {
    const home = join(folder, 'opensearch')
    const tools = join(home, 'plugins/opensearch-security/tools')
    for (const path of [tools, join(home, 'config/opensearch-security')]) mkdirSync(path, { recursive: true })
    // As the plug-in's own tool answers, behind a line of noise.
    writeFileSync(join(tools, 'hash.sh'), 'echo "a warning"; echo "\\$2y\\$12\\$of-$OPENSEARCH_PASSWORD"\n')
    writeFileSync(
      join(home, 'opensearch-docker-entrypoint.sh'),
      '#!/bin/sh\necho "started $1, password <$OPENSEARCH_PASSWORD>"\n',
    )
    chmodSync(join(home, 'opensearch-docker-entrypoint.sh'), 0o755)
    const out = execFileSync('bash', [join(ROOT, 'deploy/engines/opensearch-start.sh')], {
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        OPENSEARCH_HOME: home,
        OPENSEARCH_PASSWORD_FILE: secretFile('opensearch_password'),
      },
    })
    expect(out).toBe('started opensearch, password <>\n')
    const { _meta, ...users } = parse(readFileSync(join(home, 'config/opensearch-security/internal_users.yml'), 'utf8'))
    const password = readFileSync(secretFile('opensearch_password'), 'utf8').trim()
    expect(users).toEqual({
      wardline: expect.objectContaining({ hash: `$2y$12$of-${password}`, backend_roles: ['admin'] }),
    })
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
