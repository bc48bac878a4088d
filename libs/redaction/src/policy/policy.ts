import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { PersonalType, ViewName } from '../redactor.ts'
import type { TypeName } from './types/types.ts'
import type { ValueType } from './types/value-type.ts'

/**
 * What an auditor gets for one member: the name of a type, the value unchanged if it has that type, else nothing ·
 * `<type>|text` and `<type>|typed_text` the same, but a text of another type as that class says · `<type>|word` the
 * same, but another text as the pseudonym of a word · `text` a text after the detectors, without the record's own personal values · `typed_text`
 * the same for a text that a person typed, also without the people that it mentions · `redacted_text` a text that went
 * through the detectors before it was stored · `text_deep` any JSON with every string as `text` · `facts_deep` any
 * JSON, with every string and every name of a member that is no `fact` as `text` · `public` any JSON
 * unchanged: it is nobody's data · `own` a plain value about the caller, shown to the caller · `actor` our own id, anything else as an account's pseudonym · `field` the name of a field, as a
 * rule names it: one of `log_event` or of `groupFields` as it is, any other as `text` · `group` values by the
 * class of the field that their key names · `facets` counted values by the class of the field that they are of ·
 * `pseudonym:<type>` · `drop` nothing; it is listed so that its omission is visible · `keep` any plain value; only until
 * version 3.
 */
export type FieldClass =
  | 'keep'
  | TypeName
  | `${TypeName}|text`
  | `${TypeName}|typed_text`
  | `${TypeName}|word`
  | 'text'
  | 'typed_text'
  | 'redacted_text'
  | 'text_deep'
  | 'facts_deep'
  | 'public'
  | 'own'
  | 'actor'
  | 'field'
  | 'group'
  | 'facets'
  | 'drop'
  | `pseudonym:${PersonalType}`

/**
 * Members by name. Members that are not listed are left out. A class or a table on an array applies to each element.
 */
export interface Fields {
  readonly [member: string]: FieldClass | Fields
}

/**
 * What the values of an auditor's query parameter may be: the name of a type, and any other value finds nothing ·
 * `bounded` whatever the API's document allows: a number, a time, a member of an enumeration, a cursor of ours · `words`
 * words to look for in what auditors read · `exclusions` `<parameter>:<value>`, judged as that parameter is.
 */
export type FilterClass = TypeName | 'bounded' | 'words' | 'exclusions'

export interface View {
  readonly fields: Fields
  /** The query parameters that auditors may use. A parameter that is not listed is refused. Since version 4. */
  readonly filters?: Readonly<Record<string, FilterClass>>
  /** Records without this value are not for auditors: they are left out of lists, and refused as single records. */
  readonly only?: { readonly member: string; readonly equals: string }
  /**
   * The member that says which epoch a record was made in; absent there: the first. Its pseudonyms are always of that
   * epoch. A view without it shows pseudonyms of the newest epoch.
   */
  readonly epoch?: string
}

/** A redaction policy as data: immutable; a change is a new version. */
export interface Policy {
  readonly name: string
  readonly version: number
  readonly description: string
  readonly views: Readonly<Record<ViewName, View>>
  /** Members of a list besides `items`. */
  readonly list: Fields
  /** Type of the personal value in a field that a rule names, if it is not a path of `log_event`; lower case. */
  readonly groupFields: Readonly<Record<string, FieldClass>>
  /** Types of values, by their names. Since version 4. */
  readonly types?: Readonly<Record<string, ValueType>>
  /** The detectors for free text: id and expression, or the revision of a detector that is code. */
  readonly detectors: readonly Detector[]
}

export interface Detector {
  readonly id: string
  readonly removes: string
  readonly expression: string
}

const ids = new WeakMap<Policy, string>()

/** `<name>@<version>+<hash>`: the hash is over the whole policy (RFC 8785 form, SHA-256, 16 hex digits). */
export function policyId(policy: Policy): string {
  const known = ids.get(policy)
  if (known !== undefined) return known
  const hash = createHash('sha256')
    .update(canonicalize(policy) ?? '')
    .digest('hex')
  const id = `${policy.name}@${policy.version}+${hash.slice(0, 16)}`
  ids.set(policy, id)
  return id
}
