import type { InternalEvidenceFactPayload } from '@wardline/events'
import { type Document, defineCollection } from './collection.ts'

/** What a record of evidence proves. */
export type EvidenceType = InternalEvidenceFactPayload['evidence_type']

/**
 * One link of a tenant's chain of evidence; never changed. `id` is the evidence_id. Contains only ids, counts, codes
 * and settings, so that redaction changes nothing and a digest is the same for every reader.
 */
export interface EvidenceDoc extends Document {
  /** Its place in the chain, from 1 on without gaps. */
  readonly position: number
  readonly evidence_type: EvidenceType
  readonly subject: { readonly type: string; readonly id: string }
  /** Copy of `subject.id`, to filter by. */
  readonly subject_id: string
  readonly summary: string
  readonly collected_at: string
  readonly controls: readonly string[]
  readonly details: Readonly<Record<string, unknown>>
  /** SHA-256 of the canonical JSON of `details`, lower-case hex. */
  readonly details_digest: string
  /** The digest of the record at `position - 1`; null for the first. */
  readonly previous_digest: string | null
  /** SHA-256 of the canonical JSON of the record, lower-case hex: docs/adr/ describes which members. */
  readonly digest: string
}

export const evidence = defineCollection<EvidenceDoc>({
  name: 'evidence',
  owner: 'alert-projector',
  schemaVersion: 1,
  fields: { position: 'number', evidence_type: 'text', subject_id: 'text', collected_at: 'text' },
  indexes: [['position'], ['evidence_type', 'position'], ['subject_id', 'position'], ['collected_at']],
})
