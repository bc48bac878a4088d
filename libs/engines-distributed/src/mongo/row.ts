import type { Envelope } from '@wardline/events'
import type { TenantId } from '@wardline/kernel'
import { type FieldValue, fieldValues, type Stored, type TraceOf } from '@wardline/ports'
import type { Collection, Document } from '@wardline/registries'
import { ordered } from './ordered-text.ts'

/** An event that waits in its document until it is on the bus. */
export interface WaitingEvent {
  readonly id: string
  /** The envelope as JSON. */
  readonly json: string
  readonly traceparent?: string
}

/**
 * A document as stored in MongoDB. The document itself is one JSON text, so no name of a member, even with `$` or `.`,
 * is ever a path or an operator. The searchable fields are stored next to it.
 */
export interface Row {
  /** `<tenant>|<id>`. */
  readonly _id: string
  readonly tenant: string
  readonly id: string
  /** Grows by 1 with every write of the document; the relay never touches it. */
  readonly version: number
  readonly schema: number
  readonly doc: string
  /** Declared fields; null ones are left out, so that sparse indexes leave the row out. */
  readonly f: Readonly<Record<string, FieldValue>>
  /** Values of globally unique fields; values of fields unique in the tenant, prefixed with the tenant. */
  readonly ug: Readonly<Record<string, FieldValue>>
  readonly ut: Readonly<Record<string, string>>
  readonly outbox?: readonly WaitingEvent[]
  /** Present only while the outbox may contain something: a sparse index finds it. */
  readonly waiting?: 1
  /** The relay that publishes the outbox, and until when no other may. */
  readonly lease?: { readonly owner: string; readonly until: number }
}

export const rowId = (tenant: TenantId, id: string): string => `${tenant}|${id}`

/**
 * Everything that a write sets: nothing of the previous version remains. @throws Error when a field is not of its
 * declared type.
 */
export function rowBody<D extends Document>(
  c: Collection<D>,
  tenant: TenantId,
  doc: D,
): Pick<Row, 'schema' | 'doc' | 'f' | 'ug' | 'ut'> {
  const values = [...fieldValues(c, doc)].flatMap(([field, value]) =>
    value === null ? [] : [[field, ordered(value)] as const],
  )
  const f = Object.fromEntries(values)
  const only = (keys: readonly string[] | undefined): [string, FieldValue][] =>
    (keys ?? []).filter(key => f[key] !== undefined).map(key => [key, f[key]!])
  return {
    schema: c.schemaVersion,
    doc: JSON.stringify(doc),
    f,
    ug: Object.fromEntries(only(c.uniqueGlobally)),
    ut: Object.fromEntries(only(c.uniqueInTenant).map(([key, value]) => [key, `${tenant}|${String(value)}`])),
  }
}

export function waitingEvent(e: Envelope, traceOf?: TraceOf): WaitingEvent {
  const traceparent = traceOf?.(e)
  return { id: e.id, json: JSON.stringify(e), ...(traceparent === undefined ? {} : { traceparent }) }
}

export const stored = <D>(row: Pick<Row, 'doc' | 'version'>): Stored<D> => ({
  doc: JSON.parse(row.doc) as D,
  version: row.version,
})
