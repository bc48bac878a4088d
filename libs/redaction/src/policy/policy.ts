import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { PersonalType, ViewName } from '../redactor.ts'

/**
 * What an auditor gets of one member:
 * `keep` a number, a boolean, an id of ours or a word of a closed list, as it is (objects are left out) · `text` a text through the
 * detectors and without the record's own personal values · `typed_text` the same of a text that a person typed, without the people whom it
 * speaks of in its own words · `redacted_text` a text that has been through them before it was stored ·
 * `text_deep` any JSON with every string as `text` · `public` any JSON as it is: nobody's data · `actor` an id of ours, anything else as an
 * account's pseudonym · `group` values by the class of the field that their key names · `pseudonym:<type>` · `drop` nothing, and why it is listed.
 */
export type FieldClass =
  | 'keep'
  | 'text'
  | 'typed_text'
  | 'redacted_text'
  | 'text_deep'
  | 'public'
  | 'actor'
  | 'group'
  | 'drop'
  | `pseudonym:${PersonalType}`

/** Members by name. What is not listed is left out. A class or a table on an array holds for each element. */
export interface Fields {
  readonly [member: string]: FieldClass | Fields
}

export interface View {
  readonly fields: Fields
  /** Records that do not say so are not for auditors: left out of lists, refused as single records. */
  readonly only?: { readonly member: string; readonly equals: string }
}

/** A redaction policy as data: immutable; a change is a new version. */
export interface Policy {
  readonly name: string
  readonly version: number
  readonly description: string
  readonly views: Readonly<Record<ViewName, View>>
  /** Members of a list beside `items`. */
  readonly list: Fields
  /** Type of the personal value that a rule's own field name holds, where it is no path of `log_event`; lower case. */
  readonly groupFields: Readonly<Record<string, FieldClass>>
  /** What removes what from free text: id and the expression, or the revision of what is code. */
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
