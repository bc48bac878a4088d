/**
 * The one table of problems (RFC 9457): stable code -> status and title. `detail` is per occurrence and never contains
 * a value that the caller sent. Codes are part of the API: never renamed, never reused.
 */
export const PROBLEMS = {
  malformed_json: [400, 'The body is not JSON'],
  cursor_invalid: [400, 'The cursor does not belong to this request'],
  query_invalid: [400, 'A query parameter is not acceptable'],
  ambiguous_credentials: [400, 'Both a client certificate and a bearer token were sent'],
  idempotency_key_invalid: [400, 'The Idempotency-Key is not acceptable'],
  last_event_id_invalid: [400, 'The Last-Event-ID is not acceptable'],
  sign_in_invalid: [400, 'The answer of the identity provider is not valid'],
  sign_in_expired: [400, 'This sign-in was not begun in this browser, or is too old'],
  unauthenticated: [401, 'Credentials are missing or not valid'],
  issuer_not_proven: [401, 'Nobody has proven yet that this issuer is theirs'],
  certificate_required: [401, 'A client certificate is required'],
  identity_unknown: [401, 'This agent identity is not known'],
  identity_stale: [401, 'This agent identity is stale'],
  enrollment_token_invalid: [401, 'The enrolment token is not valid'],
  forbidden: [403, 'Not allowed'],
  csrf_token_invalid: [403, 'A change in a session needs its CSRF token'],
  sign_in_refused: [403, 'The identity provider did not sign anybody in'],
  sign_in_no_role: [403, 'This person has no role here'],
  sign_in_not_admin: [403, 'This person is no admin here'],
  filter_not_allowed: [403, 'This filter is not allowed'],
  identity_revoked: [403, 'This agent identity is revoked'],
  identity_mismatch: [403, 'The path names another agent'],
  not_found: [404, 'Not found'],
  sign_in_unknown: [404, 'There is no sign-in by this name'],
  method_not_allowed: [405, 'Method not allowed'],
  request_timeout: [408, 'The request did not arrive in time'],
  idempotency_conflict: [409, 'This Idempotency-Key was used with another request'],
  source_paused: [409, 'The log source is paused'],
  nonce_reused: [409, 'The nonce was used before'],
  event_archived: [409, 'The event is in the archive'],
  tenant_has_data: [409, 'The tenant has data that must be kept'],
  tenant_has_account: [409, 'The tenant has an account already'],
  issuer_taken: [409, 'The issuer is registered already'],
  issuer_needs_approval: [409, 'Only a platform_admin can approve this issuer'],
  name_taken: [409, 'The name is taken'],
  state_conflict: [409, 'The record is not in a state that allows this'],
  limit_reached: [409, 'A limit on the number of records is reached'],
  account_quota_reached: [409, 'The tenant has as many service accounts as its quota allows'],
  log_source_quota_reached: [409, 'The tenant has as many log sources as its quota allows'],
  rule_quota_reached: [409, 'The tenant has as many detection rules as its quota allows'],
  session_quota_reached: [409, 'The tenant has as many open sessions as its quota allows'],
  precondition_failed: [412, 'The record has changed'],
  batch_too_large: [413, 'The batch is too large'],
  body_too_large: [413, 'The body is too large'],
  unsupported_media_type: [415, 'The media type is not supported'],
  misdirected_request: [421, 'This host is not served here'],
  validation_failed: [422, 'The request does not match its schema'],
  csr_invalid: [422, 'The certificate signing request is not acceptable'],
  platform_not_accepted: [422, 'This platform is not accepted for this agent class'],
  agent_class_mismatch: [422, 'The token is for another agent class'],
  os_version_not_supported: [422, 'This operating system version is not supported'],
  retention_out_of_bounds: [422, 'The retention is outside the bounds of the platform'],
  rule_not_compilable: [422, 'The rule cannot be compiled'],
  rule_too_slow: [422, 'The rule takes too long'],
  secret_ref_required: [422, 'The secret reference must be given again'],
  precondition_required: [428, 'If-Match is required'],
  rate_limited: [429, 'Too many requests'],
  too_many_attempts: [429, 'Too many attempts'],
  event_quota_reached: [429, 'The tenant sends more events than its quota allows'],
  stream_quota_reached: [429, 'The tenant has as many open streams as its quota allows'],
  internal_error: [500, 'Something went wrong here'],
  unavailable: [503, 'Not available at the moment'],
  sign_in_unavailable: [503, 'The identity provider does not answer'],
  tenant_backlog: [503, "The tenant's earlier logs have waited too long"],
  storage_full: [503, 'The storage is full'],
  identity_unresolved: [503, 'This agent identity cannot be resolved at the moment'],
} as const satisfies Record<string, readonly [number, string]>

export type ProblemCode = keyof typeof PROBLEMS

/** One fault in a request: where (RFC 6901 pointer into the body, or `?name` for a query parameter) and what was expected. */
export interface FieldFault {
  readonly pointer: string
  readonly message: string
  /** 1-based line of the text that was sent, if the fault has one (rule files). */
  readonly line?: number
}

/** Most faults in one response. */
const MAX_FAULTS = 50

interface ProblemOptions {
  readonly detail?: string
  readonly errors?: readonly FieldFault[]
  /** Seconds; sent as `Retry-After`. 429 and 503 always carry one; the default is 1. */
  readonly retryAfter?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
}

/**
 * A response that is not a success, thrown by handlers. Everything else that is thrown is a bug or an infrastructure
 * fault.
 */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly status: number
  readonly title: string
  readonly detail: string | undefined
  readonly errors: readonly FieldFault[] | undefined
  readonly retryAfter: number | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    const [status, title] = PROBLEMS[code]
    super(`${code}: ${options.detail ?? title}`, { cause: options.cause })
    this.name = 'Problem'
    this.code = code
    this.status = status
    this.title = title
    this.detail = options.detail
    this.errors = options.errors
    this.retryAfter = options.retryAfter ?? (status === 429 || status === 503 ? 1 : undefined)
    this.headers = options.headers ?? {}
  }

  /** The problem+json body (RFC 9457 without `instance`: docs/architecture.md#problems). */
  body(requestId: string): Record<string, unknown> {
    return {
      type: `https://wardline.dev/problems/${this.code}`,
      title: this.title,
      status: this.status,
      code: this.code,
      detail: this.detail ?? this.title,
      request_id: requestId,
      ...(this.errors ? { errors: this.errors.slice(0, MAX_FAULTS) } : {}),
    }
  }
}

/** The 422 for one member of a body. */
export function invalid(pointer: string, message: string, code: ProblemCode = 'validation_failed'): Problem {
  return new Problem(code, { errors: [{ pointer, message }] })
}
