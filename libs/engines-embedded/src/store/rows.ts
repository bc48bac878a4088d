import type { ConditionParts, FieldValue } from '@wardline/ports'

/** Conditions on declared fields, all of which hold. */
export type Where = readonly (readonly [field: string, parts: ConditionParts])[]

/** Names a document. */
export interface RowRef {
  readonly collection: string
  readonly tenant: string
  readonly id: string
}

/** A document to store, with the events to publish when it is stored. */
export interface RowWrite extends RowRef {
  readonly expect: number | 'absent'
  readonly doc: string
  /** Values of the declared fields, in their order. */
  readonly values: readonly FieldValue[]
  readonly emit: readonly { readonly topic: string; readonly event: string }[]
}

/** A page of a collection; `after` is the last row of the page before. */
export interface ListRequest {
  readonly collection: string
  readonly tenant: string
  readonly where: Where
  readonly order: { readonly by: string; readonly direction: 'asc' | 'desc' }
  readonly after: { readonly value: string | number | boolean | null; readonly id: string } | null
  readonly limit: number
}

/** A document as it is stored: `doc` is its JSON text. */
export interface StoredText {
  readonly version: number
  readonly doc: string
}

/** The result of a write: the new version, or why nothing was written. */
export type WriteAnswer =
  | { readonly version: number }
  | { readonly conflict: 'version' }
  /** The unique field whose value another document has. */
  | { readonly taken: string }
