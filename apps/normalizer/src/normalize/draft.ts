import type { Flat, FlatValue } from './fields.ts'
import { activityName, CATEGORIES, CLASSES, type ClassName, categoryUid } from './ocsf-classes.ts'
import { putTarget } from './targets.ts'

/**
 * The fields of one log as content mappings read them. Remembers which were read, so that the rest goes to `unmapped`.
 */
export class Source {
  readonly fields: Flat
  readonly used: Set<string>

  /** @param used shared with another view of the same log. */
  constructor(fields: Flat, used = new Set<string>()) {
    this.fields = fields
    this.used = used
  }

  /** The value as it is; undefined if there is none. */
  take(name: string): FlatValue | undefined {
    if (!Object.hasOwn(this.fields, name)) return undefined
    this.used.add(name)
    return this.fields[name]
  }

  /** The value as text; undefined if it is blank or `-`. */
  text(name: string): string | undefined {
    const value = this.take(name)
    if (value === undefined || value === null) return undefined
    const text = typeof value === 'string' ? value : Array.isArray(value) ? value.join(', ') : String(value)
    return text === '' || text === '-' ? undefined : text
  }

  /** The text of the first of these names that has one. */
  first(...names: readonly string[]): string | undefined {
    for (const name of names) {
      const text = this.text(name)
      if (text !== undefined) return text
    }
    return undefined
  }

  /** Marks these as read, so that they do not go to `unmapped`. */
  use(...names: readonly string[]): void {
    for (const name of names) this.used.add(name)
  }
}

export type Outcome = 'unknown' | 'success' | 'failure'
const STATUS: Readonly<Record<Outcome, number>> = { unknown: 0, success: 1, failure: 2 }

/**
 * The normalized event under construction: OCSF class, activity, severity, outcome and objects. Content mappings write
 * to it.
 */
export class Draft {
  classUid = 0
  className = 'base_event'
  categoryUid = 0
  category = 'uncategorized'
  activityId = 0
  activity = 'Unknown'
  severityId = 1
  outcome: Outcome = 'unknown'
  actionId: number | undefined
  /** OCSF objects by their top-level names. */
  readonly objects: Record<string, unknown> = {}
  /** The text of the summary, before redaction. */
  summary: string | undefined

  is(name: ClassName, activityId: number): this {
    const c = CLASSES[name]
    this.classUid = c.uid
    this.className = c.name
    this.categoryUid = categoryUid(c.uid)
    this.category = CATEGORIES[this.categoryUid] ?? 'uncategorized'
    this.activityId = activityId
    this.activity = activityName(c.activities, activityId)
    return this
  }

  /** Sets a value at its dotted OCSF path, converted to the type of that path. Does nothing if the value is blank. */
  set(path: string, value: unknown): this {
    putTarget(this.objects, path, value)
    return this
  }

  end(outcome: Outcome): this {
    this.outcome = outcome
    return this
  }

  /** Marks the connection as refused: OCSF's action Denied. */
  refuse(): this {
    this.actionId = 2
    this.outcome = 'failure'
    return this
  }

  allow(): this {
    this.actionId = 1
    this.outcome = 'success'
    return this
  }

  /** Raises the severity to at least this. */
  atLeast(severityId: number): this {
    if (severityId > this.severityId) this.severityId = severityId
    return this
  }

  get statusId(): number {
    return STATUS[this.outcome]
  }
}

/** Reads fields into a draft. @returns false if it does not know the fields. */
export type Content = (source: Source, draft: Draft) => boolean

/** Original field name -> OCSF path. */
export type Mapping = Readonly<Record<string, string>>

/** Copies every field of a mapping that is present. */
export function applyMapping(source: Source, draft: Draft, mapping: Mapping): void {
  for (const name in mapping) {
    if (!Object.hasOwn(source.fields, name)) continue
    source.used.add(name)
    putTarget(draft.objects, mapping[name]!, source.fields[name])
  }
}
