import { fileURLToPath } from 'node:url'
import { ownOpenApi, rowOf } from '@wardline/api'
import {
  createInternalSigner,
  createInternalVerifier,
  createLocalDispatch,
  createRemoteDispatch,
  type Front,
  type FrontGiven,
  internalKeys,
  openDataDir,
} from '@wardline/host'
import { createEgress } from '@wardline/http'
import { tenantRedactors } from '@wardline/redaction'
import { type ServicePorts, type WatchedCertificate, watchOperatorCertificate } from '@wardline/service-kit'
import { createGatewayServer } from '../gateway-server.ts'
import { bootstrap } from './bootstrap.ts'
import type { GatewayConfig } from './gateway-config.ts'
import { trustedProxiesOf } from './proxy-settings.ts'
import { publicUrlOf } from './public-url.ts'

const CONSOLE = fileURLToPath(new URL('../../../console/dist', import.meta.url))

/** The public entrance of the distributed profile: bootstraps, then forwards requests to the services' processes. */
export async function openFront({ ports, config, host, service }: FrontGiven<GatewayConfig>): Promise<Front> {
  const dir = openDataDir(config.WARDLINE_BOOTSTRAP_DIR)
  await bootstrap(ports, dir)
  const authority = await internalAuthority(ports, config, pem => remote.trust(pem))
  const { privateKey, publicKey } = internalKeys(ports.keyring)
  const signer = createInternalSigner(privateKey)
  const ownerOf = (operation: string) => rowOf(operation)?.service
  const local = createLocalDispatch({
    services: [service],
    ownerOf,
    signer,
    verifier: createInternalVerifier(publicKey),
    tracing: ports.tracing,
  })
  const remote = createRemoteDispatch({
    ownerOf,
    urlOf: name => config.WARDLINE_SERVICE_URLS.get(name),
    signer,
    tracing: ports.tracing,
    ...(authority === undefined ? {} : { ca: authority.current.cert }),
  })
  const server = createGatewayServer({
    ports,
    config: {
      apiHost: config.WARDLINE_API_HOST,
      apiPort: config.WARDLINE_API_PORT,
      agentHost: host.WARDLINE_HOST,
      agentPort: config.WARDLINE_AGENT_PORT,
      agentHostnames: config.WARDLINE_AGENT_HOSTNAMES,
      tlsCertificateFile: config.WARDLINE_TLS_CERT_FILE,
      tlsKeyFile: config.WARDLINE_TLS_KEY_FILE,
      trustDomain: config.WARDLINE_TRUST_DOMAIN,
      rateLimits: config.WARDLINE_RATE_LIMITS,
      publicUrl: publicUrlOf(config),
      trustedProxies: trustedProxiesOf(config),
      clockMark: config.WARDLINE_CLOCK_MARK,
    },
    openapi: ownOpenApi(),
    consoleDir: CONSOLE,
    egress: createEgress({ allow: config.WARDLINE_EGRESS_ALLOW }),
    services: ['gateway', ...config.WARDLINE_SERVICE_URLS.keys()],
    onTrustChanged: pem => dir.write('ca.pem', pem),
    redactorFor: tenantRedactors(ports.keyring),
    dispatch: request => (ownerOf(request.operationId) === 'gateway' ? local(request) : remote.dispatch(request)),
  })
  try {
    const { apiUrl, agentUrl, trustPem } = await server.start()
    dir.write('ca.pem', trustPem)
    return {
      urls: { api_url: apiUrl, agent_url: agentUrl },
      notReady: () => server.notReady(),
      async reload() {
        await Promise.all([server.reload(), authority?.reload()])
      },
      async drain() {
        authority?.close()
        await server.drain()
        await remote.close()
      },
    }
  } catch (error) {
    authority?.close()
    await remote.close()
    throw error
  }
}

/**
 * The authority that issued the certificates of the services' internal listeners. Undefined without one: the system's
 * authorities are trusted then. @throws Error for an unusable file.
 */
async function internalAuthority(
  ports: ServicePorts,
  { WARDLINE_INTERNAL_TLS_CA_FILE: certFile }: GatewayConfig,
  onChanged: (pem: string) => void,
): Promise<WatchedCertificate | undefined> {
  if (certFile === undefined) return undefined
  return watchOperatorCertificate({ ...ports, name: 'internal_authority', certFile }, ({ cert }) => onChanged(cert))
}
