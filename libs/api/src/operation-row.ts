import type { AgentClass, Role, ServiceName } from '@wardline/kernel'

const KIB = 1_024

/** Every decision about one operation that `openapi/` does not cover. */
export interface OperationRow {
  /** The service that handles it. */
  readonly service: ServiceName
  /** Who may call it; roles that are not listed are refused. `public`: without any credentials. */
  readonly roles: readonly Role[] | 'public'
  /** If `roles` includes `agent`: only agents of these classes. */
  readonly agentClasses?: readonly AgentClass[]
  /**
   * Agents call it before they have a certificate. Its answers must be as safe for them as those that they get
   * afterwards.
   */
  readonly beforeEnrollment?: true
  /** Agents may still call it in the grace period after their certificate has expired. */
  readonly afterExpiry?: true
  /** The rate limit per client address if `roles` is `public`; the general limit by default. */
  readonly rateLimit?: 'exchange' | 'sign_in'
  /** `change`: recorded before it is answered. `read`: recorded when an auditor called it, or when it was refused. */
  readonly audit: 'change' | 'read'
  /**
   * Its answer has personal data that internal roles see in clear, so each such read is on record. Changes are on record
   * anyway.
   */
  readonly readsPersons: boolean
  /** Query parameters whose value tells people apart. A read that is filtered by one is on record, whatever it answers. */
  readonly personalFilters: readonly string[]
  /**
   * `by_key`: done once per `Idempotency-Key`. `own`: has its own protection against repeats; keys are ignored. `none`:
   * repeats are harmless.
   */
  readonly idempotency: 'by_key' | 'own' | 'none'
  /**
   * `held`: 503 while a restore waits to be confirmed. `served`: continues, except for callers with a client
   * certificate.
   */
  readonly duringRestore: 'held' | 'served'
  /** It changes identities or their permissions, so cached ones are dropped afterwards. */
  readonly changesStanding: boolean
  /** Limits of the request body. */
  readonly body: BodyLimits
  /**
   * How many requests of one tenant are parsed and done at once, in one gateway; the others wait, with their bodies
   * unparsed. For operations with large bodies: whoever sends many must not keep the thread from everybody else.
   */
  readonly atOnce?: number
  /** Milliseconds for the answer, counted from when the whole request has arrived; for a stream, until it starts. */
  readonly deadlineMs: number
  /** Members of its answer that are shown only once: a repeated answer does not include them. */
  readonly secrets: readonly string[]
}

export interface BodyLimits {
  /** As sent and after decompression. 0: no body is read. */
  readonly maxBytes: number
  /** Levels of objects and arrays. */
  readonly maxDepth: number
  /** Members of objects and elements of arrays, all levels together. Parsing costs about 2 µs for each. */
  readonly maxMembers: number
  /**
   * `refused`: a body with a value below the last level. `emptied`: `0` stands for such a value, for the owner judges each
   * item of the body, and has a lower limit.
   */
  readonly deeper: 'refused' | 'emptied'
}

/** The most members of a body with records of people. */
const FEW_MEMBERS = 4_096

/** No body at all. */
export const NO_BODY: BodyLimits = { maxBytes: 0, maxDepth: 0, maxMembers: 0, deeper: 'refused' }
/** If nothing is asked for, many clients send `{}`. */
const EMPTY_BODY: BodyLimits = { maxBytes: KIB, maxDepth: 1, maxMembers: 16, deeper: 'refused' }
/** A record with short members. The deepest one has four levels. */
export const RECORD_BODY: BodyLimits = { maxBytes: 64 * KIB, maxDepth: 16, maxMembers: FEW_MEMBERS, deeper: 'refused' }
/** A record with a text that people write. */
export const TEXT_BODY: BodyLimits = { ...RECORD_BODY, maxBytes: 256 * KIB }

/** Longest wait for an operation that only reads. */
export const READ_DEADLINE_MS = 30_000
/** Longest wait for an operation that changes something. An idempotency key is held for longer than this. */
export const CHANGE_DEADLINE_MS = 60_000

type Said = Partial<Omit<OperationRow, 'service' | 'roles'>>
type RowOf<Service extends ServiceName> = OperationRow & { readonly service: Service }
type MakeRow<Service extends ServiceName> = (roles: OperationRow['roles'], said?: Said) => RowOf<Service>

/**
 * How operations differ by what they do: `post` has a body, `act` is a POST without one. There are two kinds of reads, so
 * that whoever adds one decides: `readPersons` answers internal roles with personal data in clear, `readFacts` does not.
 */
type Kind = 'readFacts' | 'readPersons' | 'post' | 'act' | 'patch' | 'remove'

/** Creates the rows of one service. Defaults are what most operations of the kind have. */
export function rowsOf<Service extends ServiceName>(service: Service): Readonly<Record<Kind, MakeRow<Service>>> {
  const row =
    (kind: Omit<OperationRow, 'service' | 'roles'>): MakeRow<Service> =>
    (roles, said = {}) =>
      Object.freeze({ service, roles, ...kind, ...said })
  const common = {
    duringRestore: 'served',
    changesStanding: false,
    secrets: [],
    idempotency: 'none',
    readsPersons: false,
    personalFilters: [],
  } as const
  const read = { ...common, audit: 'read', body: NO_BODY, deadlineMs: READ_DEADLINE_MS } as const
  const change = { ...common, audit: 'change', body: NO_BODY, deadlineMs: CHANGE_DEADLINE_MS } as const
  return {
    readFacts: row(read),
    readPersons: row({ ...read, readsPersons: true }),
    post: row({ ...change, idempotency: 'by_key', body: RECORD_BODY }),
    act: row({ ...change, idempotency: 'by_key', body: EMPTY_BODY }),
    patch: row({ ...change, body: RECORD_BODY }),
    remove: row(change),
  }
}
