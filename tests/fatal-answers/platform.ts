// The gateway on real sockets and the enrolment service behind it, over a registry, a clock and a key provider that a test can break.
import { randomBytes } from 'node:crypto'
import type { OperationId } from '@wardline/api'
import { createEnrollment, externalAuthority, readAuthorityChain } from '@wardline/enrollment'
import type { GatewayServer, GatewayServerConfig } from '@wardline/gateway'
import { portsFor } from '@wardline/host'
import { handlerOf } from '@wardline/http'
import { createKeyring, DEFAULT_TENANT, PLATFORM_TENANT, type Principal } from '@wardline/kernel'
import { createAuthority, softwareKey } from '@wardline/pki'
import { type Registry, type Secrets, SecretUnresolved } from '@wardline/ports'
import { createMemoryBus, createMemoryRegistry } from '@wardline/ports/testing'
import { serverAuthorities, type TenantDoc } from '@wardline/registries'
import type { Service } from '@wardline/service-kit'
import { enrollmentGateway, putTenant } from '../support/enrollment-gateway.ts'
import { testHost } from '../support/test-host.ts'

/** Faults, until they are cleared. */
export interface Faults {
  registryDown: boolean
  busDown: boolean
  /** The authority's key cannot be used. */
  authorityDown: boolean
  /** Added to the time of day. */
  clockOffsetMs: number
  /** Thrown by every handler. */
  bug: boolean
}

export interface Platform {
  readonly agentUrl: string
  readonly ca: string
  readonly faults: Faults
  /** Alarms that were raised. */
  readonly alarms: string[]
  /** An operation of the enrolment service, as an operator or the platform's administrator would have it. */
  call(
    operationId: string,
    body?: object,
    params?: Record<string, string>,
    as?: 'operator' | 'platform',
  ): Promise<unknown>
  tenantState(state: TenantDoc['state']): Promise<void>
  /** Everything that is stored now; `restore` puts it in the place of what is stored then. */
  backup(): () => void
  /** Deletes everything stored, except the authority of the listener, which may be the operator's own. */
  lose(): Promise<void>
  /** Drops everything in memory, as a restart does; the addresses stay. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export interface PlatformOptions {
  readonly gateway?: Partial<GatewayServerConfig>
  /** Agent certificates come from an authority of the operator's, whose key a secret provider has. */
  readonly operatorsAuthority?: boolean
}

export async function startPlatform(options: PlatformOptions = {}): Promise<Platform> {
  const faults: Faults = { registryDown: false, busDown: false, authorityDown: false, clockOffsetMs: 0, bug: false }
  const alarms: string[] = []
  const clock = { now: () => Date.now() + faults.clockOffsetMs }
  const bus = createMemoryBus({ clock, validate: false })
  const publish = bus.publish
  bus.publish = events => (faults.busDown ? Promise.reject(new Error('the bus is down')) : publish(events))
  let store = createMemoryRegistry({ bus, clock })
  const registry = new Proxy({} as Registry, {
    get: (_, name: keyof Registry) =>
      faults.registryDown ? () => Promise.reject(new Error('the registry is down')) : store[name],
  })
  const host = testHost({
    bus,
    registry,
    clock,
    keyring: createKeyring(randomBytes(32)),
    alarms: { raise: name => void alarms.push(name), clear() {} },
  })

  const external = options.operatorsAuthority ? await operatorsAuthority() : undefined
  const secrets: Secrets = {
    resolve: async () => {
      if (faults.authorityDown || !external) throw new SecretUnresolved('unavailable')
      return external.privateKeyPem
    },
  }
  let service: Service | undefined
  let server: GatewayServer | undefined
  let ports = { apiPort: 0, agentPort: 0 }
  async function open(): Promise<{ agentUrl: string; apiUrl: string; trustPem: string }> {
    const enrollment = createEnrollment(
      portsFor('enrollment', host),
      { externalAuthority: external?.authority },
      secrets,
    )
    service = breakable(enrollment, faults)
    await service.start?.().catch(() => undefined)
    server = enrollmentGateway(host, service, { ...ports, ...options.gateway })
    return server.start()
  }

  const platform = {
    faults,
    alarms,
    async call(operationId: OperationId, body?: object, params: Record<string, string> = {}, as = 'operator') {
      const principal: Principal = {
        type: 'service_account',
        id: 'sva_test',
        tenantId: as === 'platform' ? PLATFORM_TENANT : DEFAULT_TENANT,
        roles: as === 'platform' ? ['platform_admin'] : ['operator', 'admin'],
      }
      const request = { operationId, principal, params, query: {}, body, correlationId: 'cor_test', clientAddress: '' }
      return (await handlerOf(service!.operations, operationId)!(request as never)).body
    },
    tenantState: (state: TenantDoc['state']) => putTenant(store, state),
    backup() {
      const kept = store.copy()
      return () => {
        store = kept.copy()
      }
    },
    async lose() {
      const listener = (await store.read(serverAuthorities, PLATFORM_TENANT, 'server'))!
      store = createMemoryRegistry({ bus, clock })
      await store.write(serverAuthorities, PLATFORM_TENANT, listener.doc, { expect: 'absent' })
      await platform.tenantState('active')
    },
    async restart() {
      await server?.drain()
      await open()
    },
    stop: async () => server?.drain(),
  }
  await platform.tenantState('active')
  const started = await open()
  ports = { apiPort: Number(new URL(started.apiUrl).port), agentPort: Number(new URL(started.agentUrl).port) }
  return Object.assign(platform, { agentUrl: started.agentUrl, ca: started.trustPem }) as Platform
}

async function operatorsAuthority() {
  const now = Date.now()
  const root = await createAuthority({ commonName: 'Corporate root', now, days: 400, pathLength: 1 })
  const issuer = { certificatePem: root.certificatePem, key: softwareKey(root.privateKeyPem) }
  const made = await createAuthority({ commonName: 'Corporate agents', now, days: 400, issuer })
  const chain = readAuthorityChain(made.certificatePem + root.certificatePem)
  return {
    privateKeyPem: made.privateKeyPem,
    authority: externalAuthority(chain, { provider: 'file', name: 'agents' }),
  }
}

/** The service, whose handlers fail while the fault says so. */
function breakable(service: Service, faults: Faults): Service {
  const operations = Object.entries(service.operations).map(([id, handler]) => {
    const broken = async (request: never) => {
      if (faults.bug) throw new TypeError('a bug')
      return handler(request)
    }
    return [id, broken] as const
  })
  return { ...service, operations: Object.fromEntries(operations) }
}
