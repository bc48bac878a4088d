import type { AgentClass, Role, ServiceName } from '@wardline/kernel'

const KIB = 1_024

/** Everything that is decided about one operation beside what `openapi/` says of its form. */
export interface OperationRow {
  /** Who does it. */
  readonly service: ServiceName
  /** Who may call it; roles that are not listed are refused. `public`: without any credentials. */
  readonly roles: readonly Role[] | 'public'
  /** Where `roles` has `agent`: agents of these classes only. */
  readonly agentClasses?: readonly AgentClass[]
  /** Agents call it before they have a certificate; what they are told must be as safe for them as what they are told afterwards. */
  readonly beforeEnrollment?: true
  /** Agents may still call it in the grace after their certificate has expired. */
  readonly afterExpiry?: true
  /** The rate limit of a client address, where `roles` is `public`; that of all addresses where nothing is said. */
  readonly rateLimit?: 'exchange' | 'sign_in'
  /** `change`: on record before it is answered. `read`: on record when an auditor called it, or when it was refused. */
  readonly audit: 'change' | 'read'
  /** `by_key`: done once per `Idempotency-Key`. `own`: protected against repeats in its own way, keys are ignored. `none`: repeats do no harm. */
  readonly idempotency: 'by_key' | 'own' | 'none'
  /** `held`: 503 while a restore waits to be confirmed. `served`: goes on, except for callers with a client certificate. */
  readonly duringRestore: 'held' | 'served'
  /** It changes who somebody is or what they may do, so whatever is cached of that is forgotten afterwards. */
  readonly changesStanding: boolean
  /** Of the request's body. */
  readonly body: BodyLimits
  /** For the answer, in milliseconds from when the whole request is here; of a stream for its beginning. */
  readonly deadlineMs: number
  /** Members of its answer that are shown once: a repeated answer comes without them. */
  readonly secrets: readonly string[]
}

export interface BodyLimits {
  /** As sent and after decompression. 0: no body is read. */
  readonly maxBytes: number
  /** Levels of objects and arrays. `owner`: the service that owns the operation bounds it, item by item. */
  readonly maxDepth: number | 'owner'
}

/** No body at all. */
export const NO_BODY: BodyLimits = { maxBytes: 0, maxDepth: 0 }
/** Where nothing is asked for, many clients send `{}`. */
const EMPTY_BODY: BodyLimits = { maxBytes: KIB, maxDepth: 1 }
/** A record of short members. The deepest of ours has four levels. */
export const RECORD_BODY: BodyLimits = { maxBytes: 64 * KIB, maxDepth: 16 }
/** A record with a text that people write. */
export const TEXT_BODY: BodyLimits = { maxBytes: 256 * KIB, maxDepth: 16 }

/** Longest wait for what only looks something up. */
export const READ_DEADLINE_MS = 30_000
/** Longest wait for what changes something. A key of idempotency is held for longer than this. */
export const CHANGE_DEADLINE_MS = 60_000

type Said = Partial<Omit<OperationRow, 'service' | 'roles'>>
type RowOf<Service extends ServiceName> = OperationRow & { readonly service: Service }
type MakeRow<Service extends ServiceName> = (roles: OperationRow['roles'], said?: Said) => RowOf<Service>

/** How operations differ by what they do: `post` has a body, `act` is a POST without one. */
type Kind = 'read' | 'post' | 'act' | 'patch' | 'remove'

/** Makes the rows of one service. What is not said is what most operations of the kind have. */
export function rowsOf<Service extends ServiceName>(service: Service): Readonly<Record<Kind, MakeRow<Service>>> {
  const row =
    (kind: Omit<OperationRow, 'service' | 'roles'>): MakeRow<Service> =>
    (roles, said = {}) =>
      Object.freeze({ service, roles, ...kind, ...said })
  const common = { duringRestore: 'served', changesStanding: false, secrets: [], idempotency: 'none' } as const
  const read = { ...common, audit: 'read', body: NO_BODY, deadlineMs: READ_DEADLINE_MS } as const
  const change = { ...common, audit: 'change', body: NO_BODY, deadlineMs: CHANGE_DEADLINE_MS } as const
  return {
    read: row(read),
    post: row({ ...change, idempotency: 'by_key', body: RECORD_BODY }),
    act: row({ ...change, idempotency: 'by_key', body: EMPTY_BODY }),
    patch: row({ ...change, body: RECORD_BODY }),
    remove: row(change),
  }
}
