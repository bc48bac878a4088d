import { randomBytes } from 'node:crypto'
import type { OperationId } from '@wardline/api'
import { handlerOf, type OperationResult } from '@wardline/http'
import {
  type AgentPrincipal,
  createKeyring,
  DEFAULT_TENANT,
  newId,
  Problem,
  type ProblemCode,
  type Role,
  type ServiceAccountPrincipal,
  type TenantId,
} from '@wardline/kernel'
import { createAgentKey } from '@wardline/pki/testing'
import { ownedBy, type Registry, type Secrets } from '@wardline/ports'
import { createMemoryBus, createMemoryRegistry, createTestClock } from '@wardline/ports/testing'
import { noTracing, type Service, type ServicePorts } from '@wardline/service-kit'
import { silentAlarms, silentMetrics } from '@wardline/service-kit/testing'
import type { EnrollmentConfig } from '../config.ts'
import { createEnrollment } from '../service.ts'

export type Json = Record<string, unknown>

interface HarnessOptions {
  /** Injects faults between the service and its registry. */
  readonly wrap?: (registry: Registry) => Registry
  readonly config?: Partial<EnrollmentConfig>
  readonly secrets?: Secrets
  /** Whether events are checked against their schemas. Compiling these takes a while. */
  readonly validateEvents?: boolean
}

/** The enrolment service on in-memory ports. */
export function harness(options: HarnessOptions = {}) {
  const clock = createTestClock()
  const bus = createMemoryBus({ clock, validate: options.validateEvents ?? false })
  const store = createMemoryRegistry({ bus, clock })
  const registry = ownedBy(options.wrap ? options.wrap(store) : store, 'enrollment')
  const ports: ServicePorts = {
    bus,
    registry,
    clock,
    keyring: createKeyring(Buffer.alloc(32, 7)),
    log: { info() {}, warn() {}, error() {}, debug() {} } as unknown as ServicePorts['log'],
    metrics: silentMetrics,
    alarms: silentAlarms,
    tracing: noTracing,
  }
  const service = createEnrollment(ports, { rateLimits: 'off', ...options.config }, options.secrets)
  return { clock, bus, store, ports, service, ...callers(service) }
}

export type Harness = ReturnType<typeof harness>

function callers(service: Service) {
  const as = (principal: AgentPrincipal | ServiceAccountPrincipal | undefined) =>
    async function call(
      operationId: OperationId,
      parts: { params?: Json; query?: Json; body?: Json; clientAddress?: string } = {},
    ): Promise<OperationResult> {
      return handlerOf(service.operations, operationId)!({
        operationId,
        principal: principal ?? { type: 'anonymous', roles: [] },
        params: (parts.params ?? {}) as Record<string, string>,
        query: parts.query ?? {},
        body: parts.body,
        ifMatch: undefined,
        lastEventId: undefined,
        requestId: newId('req'),
        correlationId: newId('cor'),
        encodingReplaced: false,
        clientAddress: parts.clientAddress ?? '127.0.0.1',
        signal: new AbortController().signal,
      })
    }
  const operator = as(account(['admin', 'operator']))
  const anybody = as(undefined)
  return {
    as,
    operator,
    anybody,
    /** A new token of a class. */
    async token(agentClass = 'endpoint', body: Json = {}): Promise<{ token: string; token_id: string }> {
      return bodyOf(await operator('createEnrollmentToken', { body: { agent_class: agentClass, ...body } })) as never
    },
    exchange: (body: Json) => anybody('exchangeEnrollment', { body }),
    /** Enrols an endpoint and gives its identity and principal. */
    async enrolled(body: Json = {}) {
      const { token } = (await operator('createEnrollmentToken', { body: { agent_class: 'endpoint' } })).body as Json
      const request = await exchangeBody(token as string, body)
      const identity = bodyOf(await anybody('exchangeEnrollment', { body: request }))
      return { identity, request, principal: agent(identity) }
    },
    heartbeat: (principal: AgentPrincipal, body: Json) =>
      as(principal)('recordHeartbeat', { params: { agent_id: principal.id }, body }),
  }
}

export const bodyOf = (result: OperationResult): Json => result.body as Json

export const account = (roles: readonly Role[], tenantId: TenantId = DEFAULT_TENANT): ServiceAccountPrincipal => ({
  type: 'service_account',
  id: 'sva_test',
  tenantId,
  roles,
})

/** The principal that the gateway makes from an identity's certificate. */
export const agent = (identity: Json, over: Partial<AgentPrincipal> = {}): AgentPrincipal => ({
  type: 'agent',
  id: identity.agent_id as string,
  tenantId: identity.tenant_id as TenantId,
  roles: ['agent'],
  agentClass: 'endpoint',
  serialNumber: identity.serial_number as string,
  renewalDue: false,
  ...over,
})

export const nonce = (): string => randomBytes(16).toString('base64url')

/** An exchange with a fresh key and nonce. */
export async function exchangeBody(token: string, over: Json = {}): Promise<Json> {
  const key = over.csr === undefined ? await createAgentKey() : undefined
  return { enrollment_token: token, nonce: nonce(), csr: key?.csrPem, agent_class: 'endpoint', ...over }
}

/** The code of the Problem that a call throws, or its response if it throws none. */
export const codeOf = (call: Promise<OperationResult>): Promise<ProblemCode | number> =>
  call.then(
    result => result.status,
    error => {
      if (error instanceof Problem) return error.code
      throw error
    },
  )

/**
 * A registry whose n-th write fails like that of a dying store: before the write is done, or after it but before its
 * response.
 */
export function dyingAt(failing: { write: number; moment: 'before' | 'after' }) {
  let writes = 0
  return (registry: Registry): Registry => ({
    ...registry,
    async write(c, tenant, doc, options) {
      const dies = ++writes === failing.write
      if (dies && failing.moment === 'before') throw new Error('the store is gone')
      const result = await registry.write(c, tenant, doc, options)
      if (dies) throw new Error('the store is gone')
      return result
    },
  })
}
