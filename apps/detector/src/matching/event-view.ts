import type { LogEventNormalizedPayload } from '@wardline/events'
import { aliasesOf } from '../routing/field-aliases.ts'
import { fold } from '../sigma/fold.ts'
import type { FieldValues } from '../sigma/test-values.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * An event as rules see it. Values are texts: numbers and booleans in their JSON form, arrays and objects as all their
 * leaves.
 */
export interface EventView {
  /** Values of a field; `null` means every value of the event. */
  values(field: string | null): FieldValues
}

/** Members of the normalized event that rules may use without a dot. */
const PLAIN_OCSF: ReadonlySet<string> = new Set([
  'class_uid',
  'category_uid',
  'activity_id',
  'event_type',
  'outcome',
  'severity_id',
])
const MAX_LEAVES = 1_000
const MAX_DEPTH = 16
const ABSENT: FieldValues = { present: false, texts: [], folded: [] }

/**
 * Reads a field: first from the source's own fields, then under the names of other products, then by dotted names of
 * the normalized event.
 */
export type FieldReader = (payload: Pick<LogEventNormalizedPayload, 'source_fields' | 'event'>) => unknown

/** Created once per field name. A look-up in an event is then only a few property reads. */
export function fieldReader(field: string): FieldReader {
  const path = field.includes('.') ? field.split('.') : undefined
  const inEvent = path ?? (PLAIN_OCSF.has(field) ? [field] : undefined)
  const others = aliasesOf(field).map(alias =>
    alias.startsWith('@') ? { event: alias.slice(1).split('.') } : { field: alias },
  )
  return ({ source_fields: fields, event }) => {
    if (Object.hasOwn(fields, field)) return fields[field]
    const nested = path && at(fields, path)
    if (nested !== undefined) return nested
    for (const other of others) {
      const found = other.event ? at(event, other.event) : own(fields, other.field)
      if (found !== undefined) return found
    }
    return inEvent && at(event, inEvent)
  }
}

const own = (fields: Fields, name: string): unknown => (Object.hasOwn(fields, name) ? fields[name] : undefined)

/** The value at a path. Arrays on the way are searched element by element. */
function at(from: unknown, path: readonly string[]): unknown {
  let value: unknown = from
  for (let i = 0; i < path.length; i++) {
    if (Array.isArray(value)) {
      const found = value
        .slice(0, MAX_LEAVES)
        .map(element => at(element, path.slice(i)))
        .filter(v => v !== undefined)
      return found.length > 0 ? found.flat() : undefined
    }
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, path[i]!)) return undefined
    value = (value as Fields)[path[i]!]
  }
  return value
}

/** The texts of a value in an event. */
export function valuesOf(value: unknown): FieldValues {
  if (value === undefined) return ABSENT
  if (typeof value === 'string') return { present: true, texts: [value], folded: [fold(value)] }
  const texts: string[] = []
  collect(value, texts, 0)
  return { present: true, texts, folded: texts.map(fold) }
}

function collect(value: unknown, texts: string[], depth: number): void {
  if (texts.length >= MAX_LEAVES || depth > MAX_DEPTH || value === null || value === undefined) return
  if (typeof value === 'string') texts.push(value)
  else if (typeof value === 'object') for (const child of Object.values(value)) collect(child, texts, depth + 1)
  else texts.push(String(value))
}

/** A view that reads each field at most once. */
export function viewOf(
  payload: Pick<LogEventNormalizedPayload, 'source_fields' | 'event'>,
  reader: (field: string) => FieldReader = fieldReader,
): EventView {
  const known = new Map<string | null, FieldValues>()
  return {
    values(field) {
      let values = known.get(field)
      if (!values) {
        values = valuesOf(field === null ? payload.source_fields : reader(field)(payload))
        known.set(field, values)
      }
      return values
    },
  }
}
