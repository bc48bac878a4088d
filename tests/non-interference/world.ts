// The product in one process, on engines in memory: its public API on a real socket, and every service behind it that
// has to do with logs and alerts. Time stands still until it is moved, so that two worlds are alike.
import { createAlertProjector } from '@wardline/alert-projector'
import { ownOpenApi, rowOf } from '@wardline/api'
import { createDetector } from '@wardline/detector'
import { createGateway, createGatewayServer, newServiceToken } from '@wardline/gateway'
import {
  createInternalSigner,
  createInternalVerifier,
  createLocalDispatch,
  internalKeys,
  portsFor,
  runServices,
} from '@wardline/host'
import { createEgress } from '@wardline/http'
import { createIngest } from '@wardline/ingest'
import { PLATFORM_TENANT, type Role, rfc3339, type TenantId } from '@wardline/kernel'
import { createLogStore } from '@wardline/log-store'
import { createNormalizer } from '@wardline/normalizer'
import { type Secrets, SecretUnresolved } from '@wardline/ports'
import { createMemoryBus, createMemoryRegistry, createTestClock } from '@wardline/ports/testing'
import { tenantRedactors } from '@wardline/redaction'
import { alerts, type LogFormat, logSources, serviceAccounts, tenants } from '@wardline/registries'
import { type ApiClient, createApiClient } from '../../tools/client/api.ts'
import { testHost } from '../support/test-host.ts'

export interface World {
  readonly clock: { now(): number; advance(ms: number): void }
  /** A new tenant with a source for each format, and a client for each role. */
  tenant<R extends Role>(
    id: TenantId,
    formats: readonly LogFormat[],
    roles: readonly R[],
  ): Promise<Record<R, ApiClient>>
  /** How many alerts a tenant has. */
  alerts(id: TenantId): Promise<number>
  /** Resolves when everything that was accepted is in its place. */
  settled(): Promise<void>
  stop(): Promise<void>
}

const NO_SECRETS: Secrets = {
  resolve: () => Promise.reject(new SecretUnresolved('missing')),
}

export const sourceOf = (format: LogFormat): string => `src_${format.replaceAll('_', '')}`

export async function startWorld(): Promise<World> {
  const clock = createTestClock()
  const bus = createMemoryBus({ clock, validate: false })
  const registry = createMemoryRegistry({ bus, clock })
  const host = testHost({ bus, registry, clock })
  const egress = createEgress({ allow: new Set() })
  const services = [
    createGateway({
      ...portsFor('gateway', host),
      egress,
      secrets: NO_SECRETS,
      publicUrl: undefined,
    }),
    createIngest(portsFor('ingest', host)),
    createNormalizer(portsFor('normalizer', host)),
    createLogStore(portsFor('log-store', host)),
    createDetector(portsFor('detector', host), { watermark: { latenessMs: 0, silenceMs: 1_000 } }),
    createAlertProjector(portsFor('alert-projector', host), { egress }),
  ]
  const running = await runServices(services, host)
  const { privateKey, publicKey } = internalKeys(host.keyring)
  const gateway = createGatewayServer({
    ports: portsFor('gateway', host),
    dispatch: createLocalDispatch({
      services,
      ownerOf: operation => rowOf(operation)?.service,
      signer: createInternalSigner(privateKey),
      verifier: createInternalVerifier(publicKey),
    }),
    openapi: ownOpenApi(),
    egress,
    redactorFor: tenantRedactors(host.keyring),
    services: services.map(service => service.name),
    config: {
      ...{ apiHost: '127.0.0.1', apiPort: 0, agentHost: '127.0.0.1', agentPort: 0, agentHostnames: [] },
      ...{ trustDomain: 'wardline.local', rateLimits: 'off', clockMark: 'keep' },
      trustedProxies: { sans: [], authorities: [] },
    },
  })
  const { apiUrl } = await gateway.start()
  const opened: ApiClient[] = []
  return {
    clock,
    async tenant(id, formats, roles) {
      const at = rfc3339(clock.now())
      const doc = {
        id,
        name: 'two',
        state: 'active',
        created_at: at,
        auto_tickets: true,
        first_account_at: at,
      } as const
      await registry.write(tenants, PLATFORM_TENANT, doc, { expect: 'absent' })
      for (const format of formats) {
        const source = {
          ...{ id: sourceOf(format), name: format, format, vendor: null, product: null, timezone: 'UTC' },
          ...{ description: null, revision: 1, created_at: at, updated_at: at },
          state: 'active' as const,
        }
        await registry.write(logSources, id, source, { expect: 'absent' })
      }
      const clients = roles.map(async role => {
        const name = `sva_${id}${role}`
        const { token, hash } = newServiceToken()
        const account = {
          ...{ id: name, account_id: name, name: role, roles: [role], token_hash: hash },
          ...{ created_at: at, created_by: 'test', expires_at: null },
        }
        await registry.write(serviceAccounts, id, account, { expect: 'absent' })
        const client = createApiClient(apiUrl, { token })
        opened.push(client)
        return [role, client] as const
      })
      return Object.fromEntries(await Promise.all(clients)) as never
    },
    alerts: id => registry.count(alerts, id, {}, 1_000),
    settled: () => bus.settled(),
    async stop() {
      await Promise.all(opened.map(client => client.close()))
      await gateway.drain()
      await running.stop()
    },
  }
}
