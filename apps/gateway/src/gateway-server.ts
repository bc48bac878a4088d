import { OPERATION_TABLE, type OpenApiDocument } from '@wardline/api'
import { createRequestValidator, type Dispatch, type Egress } from '@wardline/http'
import { PLATFORM_TENANT, SERVICES, type ServiceName } from '@wardline/kernel'
import type { RedactorOf } from '@wardline/redaction'
import { tenants } from '@wardline/registries'
import type { ServicePorts } from '@wardline/service-kit'
import { createRateLimits } from './admission/rate-limits.ts'
import { createTenantTurns } from './admission/tenant-turns.ts'
import { createAuditChain } from './audit-trail/audit-chain.ts'
import { createAuditTrail } from './audit-trail/audit-trail.ts'
import { createClearReads } from './audit-trail/clear-reads.ts'
import { type AuthenticationConfig, createAuthentication } from './authentication/authentication.ts'
import { checkOperations } from './authorization/check-operations.ts'
import { describeAccess } from './authorization/describe-access.ts'
import { createAdmission } from './front-door/admit.ts'
import { createFrontDoor } from './front-door/front-door.ts'
import { createIdempotentAnswers } from './front-door/idempotent-answers.ts'
import { createWebApp } from './front-door/web-app.ts'
import { type Listening, openListeners } from './listeners/listening.ts'
import { certificateFromFiles, ownCertificate } from './listeners/server-certificate.ts'

const DRAIN_GRACE_MS = 10_000
const AUDIT_FLUSH_MS = 5_000

export interface GatewayServerConfig extends AuthenticationConfig {
  /** The plain listener's host. The start fails unless it is a loopback address. */
  readonly apiHost: string
  readonly apiPort: number
  /** The TLS listener's host. */
  readonly agentHost: string
  readonly agentPort: number
  /** Names in the TLS listener's certificate, in addition to `localhost` and `127.0.0.1`. */
  readonly agentHostnames: readonly string[]
  /** The operator's own certificate and key, both or neither. */
  readonly tlsCertificateFile?: string | undefined
  readonly tlsKeyFile?: string | undefined
  readonly rateLimits: 'on' | 'off'
  /** The origin where browsers reach the platform. */
  readonly publicUrl?: string | undefined
}

export interface GatewayServerOptions {
  /** The gateway's own: `registry` may write what the gateway owns. */
  readonly ports: ServicePorts
  readonly config: GatewayServerConfig
  readonly dispatch: Dispatch
  readonly openapi: OpenApiDocument
  readonly redactorFor: RedactorOf
  /** The client for identity providers. Closed with the gateway. */
  readonly egress: Egress
  /** The folder of the built console, if there is one. */
  readonly consoleDir?: string
  /** Called when agents must trust something else than before: the operator's certificate has changed. */
  readonly onTrustChanged?: (trustPem: string) => void
  /** The services whose operations must all be described in the document. By default all services. */
  readonly services?: readonly ServiceName[]
}

export interface GatewayServer {
  /**
   * Opens the listeners. `agentUrl`'s host is in the server certificate; `trustPem` is what agents must trust.
   * @throws Error if the document and the table of operations disagree, or a listener cannot be opened.
   */
  start(): Promise<{ readonly apiUrl: string; readonly agentUrl: string; readonly trustPem: string }>
  /** Loads the operator's certificate if its files have changed. Never throws. */
  reload(): Promise<void>
  /** Undefined while agents are served, otherwise the reason why not. */
  notReady(): string | undefined
  /** Stops accepting requests, finishes those in flight, ends the streams and writes the waiting audit records. */
  drain(): Promise<void>
}

/** The only public entrance (docs/architecture.md#http). Nothing listens until `start`. */
export function createGatewayServer(options: GatewayServerOptions): GatewayServer {
  const { ports, config } = options
  const { registry, clock, metrics, log } = ports
  const validator = createRequestValidator(options.openapi)
  checkOperations(validator.operations, OPERATION_TABLE, options.services ?? SERVICES)

  const authentication = createAuthentication(ports, config, options.egress)
  const trail = createAuditTrail({
    chain: createAuditChain({ registry, clock, redactorFor: options.redactorFor }),
    metrics,
  })
  const clearReads = createClearReads({ trail, clock })
  const limits = createRateLimits(config.rateLimits === 'on')
  const frontDoor = createFrontDoor({
    validator,
    dispatch: options.dispatch,
    redactorFor: options.redactorFor,
    idempotent: createIdempotentAnswers(ports),
    inTurn: createTenantTurns(ports.metrics),
    admission: createAdmission({ ...authentication, limits, table: OPERATION_TABLE }),
    limits,
    shownIn: authentication.shownIn,
    clockHasLeapt: authentication.clockWatch.hasLeapt,
    forgetStanding: authentication.forgetStanding,
    storeAnswers: () => registry.read(tenants, PLATFORM_TENANT, PLATFORM_TENANT),
    trail,
    clearReads,
    log,
    metrics,
    tracing: ports.tracing,
  })
  const described = describeAccess(options.openapi, OPERATION_TABLE)
  const app = createWebApp(described, limits, frontDoor.router, options.consoleDir)
  let listening: Listening | undefined

  return {
    async start() {
      const { tlsCertificateFile, tlsKeyFile, agentHostnames, agentHost } = config
      if ((tlsCertificateFile === undefined) !== (tlsKeyFile === undefined)) {
        throw new Error('a TLS certificate file and a TLS key file are given together or not at all')
      }
      await authentication.clockWatch.start()
      await authentication.restoreHold.start()
      const own = tlsCertificateFile === undefined || tlsKeyFile === undefined
      const certificates = own
        ? ownCertificate(ports, agentHostnames)
        : certificateFromFiles(ports, { certFile: tlsCertificateFile, keyFile: tlsKeyFile })
      const agentHostname = own && agentHost === '127.0.0.1' ? agentHost : (agentHostnames[0] ?? 'localhost')
      const plainNames = [...agentHostnames, ...(config.publicUrl ? [new URL(config.publicUrl).hostname] : [])]
      listening = await openListeners({ ...config, agentHostname, plainNames }, certificates, app, {
        renewed: ({ trustPem }) => options.onTrustChanged?.(trustPem),
        failed(error) {
          metrics.count('server_certificate_renewal_failures_total')
          log.error({ err: error }, 'the server certificate could not be renewed')
        },
      })
      const { apiUrl, agentUrl, certificate } = listening
      return { apiUrl, agentUrl, trustPem: certificate.trustPem }
    },
    reload: async () => listening?.reload(),
    notReady: () => authentication.clockWatch.fault(),
    async drain() {
      frontDoor.drain()
      await listening?.close(DRAIN_GRACE_MS)
      authentication.restoreHold.stop()
      await authentication.clockWatch.stop()
      clearReads.end()
      await trail.flush(AUDIT_FLUSH_MS)
      await options.egress.close()
    },
  }
}
