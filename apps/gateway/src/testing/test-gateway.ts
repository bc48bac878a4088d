import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadOpenApi, type OpenApiDocument } from '@wardline/api'
import { createEgress, type Dispatch, type Egress, type OperationRequest } from '@wardline/http'
import {
  type Clock,
  createKeyring,
  type Keyring,
  PLATFORM_TENANT,
  Problem,
  type Role,
  rfc3339,
  tenantId,
} from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { createMemoryRegistry } from '@wardline/ports/testing'
import type { Redactor } from '@wardline/redaction'
import { serviceAccounts, type TenantDoc, tenants } from '@wardline/registries'
import { noTracing, type ServicePorts } from '@wardline/service-kit'
import { newServiceToken } from '../authentication/service-token.ts'
import { createGatewayServer, type GatewayServerConfig } from '../gateway-server.ts'

export const TENANT = tenantId('ten_test')

/** A gateway on real sockets with an in-memory registry, scripted services and a test clock. */
export interface TestGateway {
  readonly apiUrl: string
  readonly agentUrl: string
  readonly trustPem: string
  readonly registry: Registry
  readonly keyring: Keyring
  readonly clock: Clock & { offset: number }
  /** The calls to the services, newest last. */
  readonly asked: OperationRequest[]
  /** Responses by operationId. An operation without one returns 200 `{}`. */
  readonly handlers: Record<string, Dispatch>
  /** Every log line, as JSON text. */
  readonly logged: string[]
  readonly counted: string[]
  /** The alarms that were raised, by name. */
  readonly raised: string[]
  /** Those that are active now. */
  readonly active: Set<string>
  storeIsDown: boolean
  account(roles: readonly Role[], change?: { expires_at?: string; tenant?: string }): Promise<string>
  tenantState(state: TenantDoc['state']): Promise<void>
  drain(): Promise<void>
}

/** Hides every string, so that a test can see what passed through it. */
const REDACTOR: Redactor = {
  policyId: 'test@1+0123',
  redact: (view, body) => JSON.parse(JSON.stringify(body), (_, v) => (typeof v === 'string' ? `<${view}>` : v)),
  text: text => text,
  readings: text => ({ message: text, summary: text }),
  alert: alert => alert,
  secrets: text => text,
  secretsIn: value => value,
  pseudonym: type => `${type}:1~aaaaaaaaaaaaaaaa`,
  epoch: 1,
}

export async function startTestGateway(
  config: Partial<GatewayServerConfig> = {},
  egress: Egress = createEgress(),
  openapi: OpenApiDocument = testApi(),
): Promise<TestGateway> {
  const memory = createMemoryRegistry()
  const keyring = createKeyring(randomBytes(32))
  const clock = { offset: 0, now: () => Date.now() + clock.offset }
  const asked: OperationRequest[] = []
  const logged: string[] = []
  const counted: string[] = []
  const raised: string[] = []
  const active = new Set<string>()
  const handlers: Record<string, Dispatch> = {}
  const log = (...line: unknown[]): void => void logged.push(JSON.stringify(line))
  const state = { storeIsDown: false }
  const registry = new Proxy(memory, {
    get: (target, name: keyof Registry) => {
      if (state.storeIsDown) return () => Promise.reject(new Error('the store is down'))
      return target[name]
    },
  })
  const dispatch: Dispatch = async request => {
    asked.push(request)
    return (await handlers[request.operationId]?.(request)) ?? { status: 200, body: {} }
  }
  const ports = {
    registry,
    clock,
    keyring,
    log: { info: log, error: log, warn: log, debug: log },
    metrics: {
      count: (name: string, labels?: object) => counted.push(JSON.stringify([name, labels])),
      gauge() {},
      observe() {},
      declare() {},
    },
    alarms: {
      raise(name: string) {
        raised.push(name)
        active.add(name)
      },
      clear: (name: string) => active.delete(name),
    },
    tracing: noTracing,
  } as unknown as ServicePorts
  const server = createGatewayServer({
    ports,
    dispatch,
    openapi,
    egress,
    redactorFor: () => REDACTOR,
    services: [],
    config: {
      apiHost: '127.0.0.1',
      apiPort: 0,
      agentHost: '127.0.0.1',
      agentPort: 0,
      agentHostnames: ['agents.example'],
      trustDomain: 'wardline.test',
      rateLimits: 'on',
      trustedProxies: { sans: [], authorities: [] },
      clockMark: 'keep',
      ...config,
    },
  })
  const gateway = {
    registry: memory,
    keyring,
    clock,
    asked,
    handlers,
    logged,
    counted,
    raised,
    active,
    get storeIsDown() {
      return state.storeIsDown
    },
    set storeIsDown(down: boolean) {
      state.storeIsDown = down
    },
    async account(
      roles: readonly Role[],
      { tenant = TENANT, expires_at }: { expires_at?: string; tenant?: string } = {},
    ) {
      const { token, hash } = newServiceToken()
      const id = `sva_${randomBytes(8).toString('hex')}`
      const doc = {
        id,
        account_id: id,
        name: 'test',
        roles,
        token_hash: hash,
        created_at: rfc3339(0),
        created_by: 'test',
        expires_at: expires_at ?? null,
      }
      await memory.write(serviceAccounts, tenantId(tenant), doc, { expect: 'absent' })
      return token
    },
    async tenantState(next: TenantDoc['state']) {
      const current = await memory.read(tenants, PLATFORM_TENANT, TENANT)
      const doc: TenantDoc = {
        id: TENANT,
        name: 'test',
        state: next,
        created_at: rfc3339(0),
        auto_tickets: true,
        first_account_at: null,
      }
      await memory.write(tenants, PLATFORM_TENANT, doc, { expect: current?.version ?? 'absent' })
    },
    drain: () => server.drain(),
  }
  await gateway.tenantState('active')
  const started = await server.start()
  return Object.assign(gateway, started)
}

function testApi() {
  const dir = mkdtempSync(join(tmpdir(), 'wardline-api-'))
  try {
    cpSync(new URL('./test-api.yaml', import.meta.url), join(dir, 'wardline.yaml'))
    return loadOpenApi(dir)
  } finally {
    rmSync(dir, { recursive: true })
  }
}

export const notFound = (): never => {
  throw new Problem('not_found')
}
