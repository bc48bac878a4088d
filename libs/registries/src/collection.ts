import type { ServiceName } from '@wardline/kernel'

/** A document of a registry. `id` is chosen by the application, unique within its tenant and collection. */
export interface Document {
  readonly id: string
}

/** Type of an indexed field. `text[]` matches when any element does. Absent or null fields are not indexed. */
export type FieldType = 'text' | 'number' | 'boolean' | 'text[]'

/**
 * One collection: who writes it, and which top-level fields may be searched or ordered by, or must be unique. Engines
 * create columns and indexes from it; a `where` or `order` on anything else is refused.
 */
export interface Collection<D extends Document> {
  readonly name: string
  /** The only service that may write it (docs/architecture.md#ownership). */
  readonly owner: ServiceName
  /** Raised with every change of the document's form; engines store it with the data. */
  readonly schemaVersion: number
  readonly fields: { readonly [K in keyof D & string]?: FieldType }
  /** Compound indexes: equality on the leading fields, order or range on the last. `id` breaks ties. */
  readonly indexes: readonly (readonly (keyof D & string)[])[]
  /** Unique across all tenants, and unguessable: {@link Registry.findByUnique} uses them. */
  readonly uniqueGlobally?: readonly (keyof D & string)[]
  /** Unique within a tenant. */
  readonly uniqueInTenant?: readonly (keyof D & string)[]
  /** A number field, milliseconds since the epoch, after which the engine may remove the document (swept at least hourly). */
  readonly expiresBy?: keyof D & string
  /** Is written on a full disk too, from the reserve (docs/operating.md#disk-full). */
  readonly essential?: boolean
}

/** Declares a collection; its only purpose is to have the document type checked. */
export const defineCollection = <D extends Document>(spec: Collection<D>): Collection<D> => Object.freeze(spec)
