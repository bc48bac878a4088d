import type { ApiOperation, OperationRow } from '@wardline/api'
import type { TenantId, TenantPrincipal } from '@wardline/kernel'
import type { AuditEntry, AuditTrail } from '../audit-trail/audit-trail.ts'
import { resourceOf } from '../audit-trail/resource-of.ts'

/** The principal of a request, as soon as it is proven. */
export type Actor = Pick<TenantPrincipal, 'type' | 'id' | 'tenantId' | 'roles'>

/** How one request of a known principal ended. */
export interface Ending {
  readonly operation: ApiOperation
  readonly audit: OperationRow['audit']
  readonly actor: Actor
  readonly params: Readonly<Record<string, string>>
  readonly status: number
  readonly code: string | null
  readonly requestId: string
  readonly clientAddress: string
  readonly policyId: string | undefined
  readonly body: unknown
  /** What a sign-in creates or proves: it is a GET, because the browser returns from its provider by a link. */
  readonly signedInFor?: AuditEntry['resource']
  /** The tenant whose trail records it. By default the actor's. */
  readonly recordedWith?: TenantId
}

/**
 * Records changes, auditors' reads and refusals. A change is recorded before its response is sent. Other reads are not
 * recorded, and neither are internal comments.
 */
export async function recordEnding(trail: AuditTrail, ending: Ending): Promise<void> {
  const { audit, actor, status } = ending
  if (isInternalComment(ending)) return
  const entry = entryOf(ending)
  const refused = status === 401 || status === 403
  const change = audit === 'change'
  if (change && status < 400) await trail.recordNow(entry)
  else if (change || refused || actor.roles.includes('auditor')) trail.recordSoon(entry)
}

/**
 * An internal comment is its own record: it says who wrote it and when, and cannot be changed. Auditors read the trail,
 * and every link of it, and are not to learn that such comments exist.
 */
const isInternalComment = ({ operation, status, body }: Ending): boolean =>
  operation.operationId === 'createTicketComment' &&
  status < 400 &&
  (body as { visibility?: unknown } | undefined)?.visibility === 'internal'

/** The path of a refused request may contain anything, because it may not have been validated. */
const idsOf = (params: Ending['params']): Ending['params'] =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => /^[a-z]{3}_[a-z0-9_]{1,64}$/.test(value)))

const entryOf = (ending: Ending): AuditEntry => ({
  tenantId: ending.recordedWith ?? ending.actor.tenantId,
  actor: { type: ending.actor.type, id: ending.actor.id },
  operation: ending.operation.operationId,
  resource:
    ending.signedInFor ??
    resourceOf(ending.operation, ending.status < 400 ? ending.params : idsOf(ending.params), ending.body),
  status: ending.status,
  code: ending.code,
  request_id: ending.requestId,
  redaction_policy_id: ending.policyId ?? null,
  client_address: ending.clientAddress,
})
