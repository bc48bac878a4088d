import type { WrappedKey } from '@wardline/kernel'
import { type Document, defineCollection } from './collection.ts'

/**
 * The data keys of the platform, wrapped with the master key (ADR 20). One record, kept under the platform tenant for
 * good: it is replaced as a whole, so all keys are always under the same master key. Made by whichever process starts
 * first, and written by the host, not by a service.
 */
export interface DataKeysDoc extends Document {
  readonly keys: readonly WrappedKey[]
  /** RFC 3339, like the other. */
  readonly created_at: string
  /** When the keys were last wrapped with another master key. */
  readonly rotated_at: string | null
}

/** The id of the record. */
export const DATA_KEYS_ID = 'data-keys'

export const dataKeys = defineCollection<DataKeysDoc>({
  name: 'data_keys',
  owner: 'gateway',
  schemaVersion: 1,
  fields: {},
  indexes: [],
  essential: true,
})
