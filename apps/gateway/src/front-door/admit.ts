import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ApiOperation, isOperationId, type OperationId, type OperationRow } from '@wardline/api'
import type { RouteMatch } from '@wardline/http'
import { isAuditor, type Principal, Problem, type Role } from '@wardline/kernel'
import type { ClockWatch } from '../admission/clock-watch.ts'
import type { RateLimits } from '../admission/rate-limits.ts'
import type { RestoreHold } from '../admission/restore-hold.ts'
import type { AgentAuthenticator } from '../authentication/authenticate-agent.ts'
import type { BearerAuthenticator } from '../authentication/authenticate-bearer.ts'
import type { SessionAuthenticator } from '../authentication/authenticate-session.ts'
import type { ClientCertificate } from '../authentication/client-certificate.ts'
import type { ShownIdentity } from '../authentication/shown-identity.ts'
import type { Actor } from './audited.ts'
import { isFromAgent } from './fatal-answers.ts'

/** A request's target and credentials. */
export interface Arrival extends ShownIdentity {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly match: RouteMatch
}

/** A request that has been admitted and can be validated. */
export interface Admitted {
  readonly operation: ApiOperation
  readonly operationId: OperationId
  readonly row: OperationRow
  readonly params: Readonly<Record<string, string>>
  readonly principal: Principal
  /** The id of its browser session. */
  readonly sessionId?: string
  /** SHA-256 of the service account's token in the request. */
  readonly tokenHash?: string
}

type Known = Pick<Admitted, 'principal' | 'sessionId' | 'tokenHash'>

export interface AdmissionPorts {
  readonly bearers: BearerAuthenticator
  readonly sessions: SessionAuthenticator
  readonly agents: AgentAuthenticator
  readonly limits: RateLimits
  readonly clockWatch: Pick<ClockWatch, 'fault'>
  readonly restoreHold: Pick<RestoreHold, 'check'>
  readonly table: Readonly<Record<OperationId, OperationRow>>
}

export interface Admission {
  /**
   * Routes, authenticates, rate limits and authorizes, in this order. `onKnown` is told the principal as soon as it is
   * proven, for the audit trail.
   * @throws Problem if the request is not admitted.
   */
  admit(arrival: Arrival, onKnown: (actor: Actor) => void): Promise<Admitted>
  /** The current state of an open stream's caller. @throws Problem if it would no longer be admitted. */
  recheck(arrival: Arrival, operation: ApiOperation): Promise<void>
}

export function createAdmission(ports: AdmissionPorts): Admission {
  const { bearers, sessions, agents, limits, clockWatch, restoreHold, table } = ports
  const idOf = ({ operationId }: ApiOperation): OperationId => {
    if (!isOperationId(operationId)) throw new Problem('not_found')
    return operationId
  }
  const rowOf = (operation: ApiOperation): OperationRow => table[idOf(operation)]

  async function authenticate(arrival: Arrival, row: OperationRow, onKnown: (actor: Actor) => void): Promise<Known> {
    const { certificate } = arrival
    const { authorization } = arrival.request.headers
    if (certificate && authorization !== undefined) throw new Problem('ambiguous_credentials')
    const fromAgent = isFromAgent(arrival.match, certificate)
    if (fromAgent && clockWatch.fault()) throw wrongTime()
    if (fromAgent || row.duringRestore === 'held') await restoreHold.check()
    if (row.roles === 'public') return { principal: { type: 'anonymous', roles: [] } }
    const forAgents = row.roles.includes('agent')
    if (certificate) {
      if (!forAgents) throw new Problem('not_found')
      return { principal: await acceptAgent(certificate, row, onKnown) }
    }
    const showsNothing = authorization === undefined && !sessions.shows(arrival.request)
    if (forAgents && arrival.throughProxy && showsNothing) throw withheldByProxy()
    if (isForAgentsAlone(row)) {
      throw new Problem(
        authorization?.trim().toLowerCase().startsWith('bearer ') ? 'forbidden' : 'certificate_required',
      )
    }
    // A token that was sent on purpose takes precedence over a cookie that a browser sends by itself.
    const known: Known =
      authorization === undefined && sessions.shows(arrival.request)
        ? await sessions.authenticate(arrival.request)
        : await bearers.authenticate(authorization)
    if (known.principal.type !== 'anonymous') onKnown(known.principal)
    return known
  }

  async function acceptAgent(certificate: ClientCertificate, row: OperationRow, onKnown: (actor: Actor) => void) {
    const { principal, renewalOnly } = await agents.authenticate(certificate, onKnown)
    if (row.agentClasses && !row.agentClasses.includes(principal.agentClass)) throw new Problem('not_found')
    if (renewalOnly && row.afterExpiry !== true) throw new Problem('not_found')
    return principal
  }

  return {
    async admit(arrival, onKnown) {
      const { match, response, clientAddress } = arrival
      let known: Known
      try {
        if (match.kind !== 'operation') throw notRouted(match, arrival.certificate)
        known = await authenticate(arrival, rowOf(match.operation), onKnown)
      } catch (problem) {
        await limits.takeOfStranger('address', clientAddress, response)
        throw problem
      }
      const { operation, params } = match
      const row = rowOf(operation)
      const { principal } = known
      if (principal.type === 'anonymous') {
        await limits.takeOfStranger(row.rateLimit ?? 'address', clientAddress, response)
        return { operation, operationId: idOf(operation), row, params, principal }
      }
      await limits.take(
        operation.method === 'get' ? 'read' : 'write',
        `${principal.tenantId}/${principal.type}/${principal.id}`,
        response,
      )
      authorize(principal, operation, row, params)
      return { operation, operationId: idOf(operation), row, params, ...known }
    },
    async recheck(arrival, operation) {
      const row = rowOf(operation)
      const { principal } = await authenticate(arrival, row, () => {})
      authorize(principal, operation, row, {})
    },
  }
}

const isForAgentsAlone = ({ roles }: OperationRow): boolean =>
  roles !== 'public' && roles.length === 1 && roles[0] === 'agent'

/** Certificates and tokens cannot be judged with a wrong clock. */
const wrongTime = (): Problem => new Problem('unavailable', { retryAfter: 60, detail: 'The clock here is behind' })

/** An agent whose proxy has lost its certificate must not be told that it has none. */
const withheldByProxy = (): Problem =>
  new Problem('unavailable', { retryAfter: 5, detail: 'The proxy has sent no client certificate' })

/** For an agent only its own operations exist. Anybody else is told which methods a path has. */
function notRouted(match: Exclude<RouteMatch, { kind: 'operation' }>, certificate: ClientCertificate | undefined) {
  if (match.kind === 'unknown' || certificate) return new Problem('not_found')
  return new Problem('method_not_allowed', { headers: { Allow: match.allow.join(', ') } })
}

function authorize(
  principal: Principal,
  operation: ApiOperation,
  row: OperationRow,
  params: Readonly<Record<string, string>>,
): void {
  if (row.roles === 'public') return
  const roles: readonly Role[] = row.roles
  if (!principal.roles.some(role => roles.includes(role))) throw new Problem('forbidden')
  if (isAuditor(principal) && operation.view === undefined) throw new Problem('forbidden')
  if (principal.type === 'agent' && params.agent_id !== undefined && params.agent_id !== principal.id) {
    throw new Problem('identity_mismatch')
  }
}
