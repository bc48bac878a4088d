// The gateway on real sockets, with the enrolment service in the same process behind it and nothing else.
import { ownOpenApi, rowOf } from '@wardline/api'
import { createGatewayServer, type GatewayServer, type GatewayServerConfig } from '@wardline/gateway'
import {
  createInternalSigner,
  createInternalVerifier,
  createLocalDispatch,
  type HostPorts,
  internalKeys,
  portsFor,
} from '@wardline/host'
import { createEgress } from '@wardline/http'
import { DEFAULT_TENANT, PLATFORM_TENANT, rfc3339 } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { tenantRedactors } from '@wardline/redaction'
import { type TenantDoc, tenants } from '@wardline/registries'
import type { Service } from '@wardline/service-kit'

const OPENAPI = ownOpenApi()

/** Not started yet. */
export function enrollmentGateway(
  host: HostPorts,
  enrollment: Service,
  config: Partial<GatewayServerConfig> = {},
): GatewayServer {
  const { privateKey, publicKey } = internalKeys(host.keyring)
  return createGatewayServer({
    ports: portsFor('gateway', host),
    dispatch: createLocalDispatch({
      services: [enrollment],
      ownerOf: operation => rowOf(operation)?.service,
      signer: createInternalSigner(privateKey),
      verifier: createInternalVerifier(publicKey),
    }),
    openapi: OPENAPI,
    egress: createEgress({ allow: new Set() }),
    redactorFor: tenantRedactors(host.keyring),
    services: ['gateway', 'enrollment'],
    config: {
      apiHost: '127.0.0.1',
      apiPort: 0,
      agentHost: '127.0.0.1',
      agentPort: 0,
      agentHostnames: [],
      trustDomain: 'wardline.local',
      rateLimits: 'on',
      trustedProxies: { sans: [], authorities: [] },
      clockMark: 'keep',
      ...config,
    },
  })
}

/** Sets the state of the default tenant, and creates it if missing. */
export async function putTenant(registry: Registry, state: TenantDoc['state']): Promise<void> {
  const current = await registry.read(tenants, PLATFORM_TENANT, DEFAULT_TENANT)
  const doc: TenantDoc = {
    id: DEFAULT_TENANT,
    name: 'default',
    state,
    created_at: rfc3339(0),
    auto_tickets: true,
    first_account_at: null,
  }
  await registry.write(tenants, PLATFORM_TENANT, doc, { expect: current?.version ?? 'absent' })
}
