/**
 * The type of a personal value; the tag of its pseudonym (`user:1~k3...`). A `word` is any word that nobody vouches
 * for.
 */
export type PersonalType =
  | 'user'
  | 'email'
  | 'ip'
  | 'mac'
  | 'host'
  | 'name'
  | 'phone'
  | 'account'
  | 'sid'
  | 'path'
  | 'word'

export interface PersonalValue {
  readonly type: PersonalType
  readonly value: string
}

/** Of one tenant and epoch. The same value of the same type always gives the same. Folds case. */
export type Pseudonym = (type: PersonalType, value: string) => string

/** Shapes of 2xx bodies that auditors may see: `x-wardline-view` in openapi/. A list of a view is `{items, next_cursor, ...}`. */
export type ViewName =
  | 'log_event'
  | 'log_facets'
  | 'log_histogram'
  | 'alert'
  | 'asset'
  | 'ticket'
  | 'ticket_comment'
  | 'evidence'
  | 'audit_record'
  | 'redaction_policy'
  | 'mdm_device'
  | 'receipt_key'
  | 'session'
  | 'checkpoint'
  | 'inclusion_proof'
  | 'consistency_proof'

/** What of an alert may be about people: what its rule has matched and grouped by, and the rule's own words. */
export interface AlertWords {
  readonly rule: {
    readonly sigma_id: string | null
    readonly title: string
    readonly author: string | null
    readonly license: string | null
    readonly tags: readonly string[]
  }
  readonly matched_conditions: readonly {
    readonly selection: string
    /** Null for keywords, which are found in any value. */
    readonly field: string | null
    readonly modifier: string
    readonly value: string | null
  }[]
  readonly group: Readonly<Record<string, unknown>> | null
}

/** One policy applied for one tenant: pure, without I/O, the same answer for the same input (docs/architecture.md#redaction). */
export interface Redactor {
  /** `<name>@<version>+<hash>`. */
  readonly policyId: string
  /**
   * The auditor's view of a body (a single record, or a list of them). Fails closed: what no field class allows is left
   * out. A record that says its epoch gets pseudonyms of that epoch, wherever it is shown.
   * @throws Problem `unavailable` for a record of an epoch that is not known here yet
   */
  redact(view: ViewName, body: unknown): unknown
  /**
   * Free text for everybody: secrets become `[secret:<type>]`, personal values become pseudonyms. `known` are personal
   * values from structured fields of the same event, removed wherever they occur. Text that only looks like a pseudonym
   * is itself tokenised.
   */
  text(text: string, known?: readonly PersonalValue[]): string
  /** Both readings of a text: `message` is what {@link secrets} makes of it, `summary` what {@link text} does. */
  readings(text: string, known?: readonly PersonalValue[]): { readonly message: string; readonly summary: string }
  /**
   * An alert as it leaves the platform, on topics and in webhooks: pseudonyms for what its rule matched and grouped by,
   * by the class of each field, and texts as {@link text}. Everything else stays as it is, but for the words and names
   * of a rule that people of the tenant wrote (`typed`).
   */
  alert<A extends AlertWords>(alert: A, typed: boolean): A
  /** A text with only its secrets replaced. */
  secrets(text: string): string
  /**
   * Every string of a JSON value through {@link secrets}; the value of a key that names a secret (`password`,
   * `api_key`) is replaced completely. Keeps structure.
   */
  secretsIn<T>(value: T): T
  /** `<type>:<epoch>~<at least 16 of [a-z2-7]>`; the same value of the same tenant, type and epoch always gives the same. Folds case. */
  readonly pseudonym: Pseudonym
  /** The epoch of its pseudonyms. */
  readonly epoch: number
}
