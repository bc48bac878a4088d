import { createHash } from 'node:crypto'
import type { ApiOperation } from '@wardline/api'
import { etagOf, type OperationResult, type ServerSentEvent } from '@wardline/http'
import { isAuditor, type Principal } from '@wardline/kernel'
import type { RedactorOf, ViewName } from '@wardline/redaction'

/** What may leave: the body as this caller may see it, its ETag, and the policy that was applied. */
export interface Exit {
  readonly body: unknown
  readonly stream: AsyncIterable<ServerSentEvent> | undefined
  readonly etag: string | undefined
  readonly policyId: string | undefined
}

/**
 * The only exit (docs/architecture.md#redaction): every 2xx of every operation passes here. Auditors get the operation's
 * redacted view, marked as such, with an ETag computed from that view only. All others get the body unchanged.
 * @throws Error if an auditor would get a body that no view describes: it fails closed.
 */
export function throughExit(
  operation: ApiOperation,
  principal: Principal,
  result: OperationResult,
  redactorFor: RedactorOf,
): Exit {
  if (principal.type === 'anonymous' || !isAuditor(principal)) {
    const etag = result.version === undefined ? undefined : etagOf(result.version)
    return { body: result.body, stream: result.stream, etag, policyId: undefined }
  }
  const { view } = operation
  if (view === undefined) throw new Error(`${operation.operationId} has no view for auditors`)
  const redactor = redactorFor(principal.tenantId)
  const redact = (body: unknown): unknown => ({
    ...(redactor.redact(view as ViewName, body) as object),
    redaction_applied: true,
    redaction_policy_id: redactor.policyId,
  })
  const body = result.body === undefined ? undefined : redact(result.body)
  return {
    body,
    stream: result.stream && redacted(result.stream, redact),
    etag: result.version === undefined ? undefined : tagOf(body),
    policyId: redactor.policyId,
  }
}

async function* redacted(
  stream: AsyncIterable<ServerSentEvent>,
  redact: (data: unknown) => unknown,
): AsyncGenerator<ServerSentEvent> {
  for await (const event of stream) yield event.data === undefined ? event : { ...event, data: redact(event.data) }
}

const tagOf = (body: unknown): string =>
  `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22)}"`
