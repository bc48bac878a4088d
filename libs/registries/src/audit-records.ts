import { type Document, defineCollection } from './collection.ts'

/** Reads of personal data in clear that one record stands for: those of one caller, operation and record. */
export interface RecordedReads {
  readonly count: number
  /** RFC 3339: the first and the last of them. */
  readonly first_at: string
  readonly last_at: string
  /** The personal fields that were filtered by, in alphabetical order; never their values. */
  readonly filters: readonly string[]
}

/**
 * Who did what, and how it ended: one link of the tenant's chain, never changed. Ids, names of operations and codes only: never a value of a
 * body or a query.
 */
export interface AuditRecordDoc extends Document {
  /** Its place in the chain, from 1 on without gaps. */
  readonly position: number
  readonly at: string
  readonly actor: { readonly type: 'agent' | 'service_account' | 'user'; readonly id: string }
  /** The operationId. */
  readonly operation: string
  /** The record that the path or the answer names; `id` is null for lists and for records that were never created. */
  readonly resource: { readonly type: string; readonly id: string | null }
  readonly outcome: 'succeeded' | 'refused' | 'failed'
  readonly status: number
  /** The problem's code; null on success. */
  readonly code: string | null
  readonly request_id: string
  /** Only in records of reads. `request_id` and the address are those of the first one. */
  readonly reads?: RecordedReads
  /** The policy that was applied to an auditor's answer; null for everybody else. */
  readonly redaction_policy_id: string | null
  /**
   * The network address of the caller, and its pseudonym, which is what the digest covers, so that auditors can check
   * it too.
   */
  readonly client_address: string
  readonly client: string
  /** Copies, to filter by. */
  readonly actor_id: string
  readonly resource_type: string
  readonly resource_id: string | null
  /** The digest of the record at `position - 1`; null for the first. */
  readonly previous_digest: string | null
  /** SHA-256 of the record's canonical JSON, lower-case hex: `listAuditRecords` describes which members. */
  readonly digest: string
}

export const auditRecords = defineCollection<AuditRecordDoc>({
  name: 'audit_records',
  owner: 'gateway',
  schemaVersion: 2,
  fields: {
    position: 'number',
    at: 'text',
    operation: 'text',
    outcome: 'text',
    actor_id: 'text',
    resource_type: 'text',
    resource_id: 'text',
  },
  indexes: [
    ['position'],
    ['operation', 'position'],
    ['outcome', 'position'],
    ['actor_id', 'position'],
    ['resource_id', 'position'],
    ['resource_type', 'position'],
    ['at'],
  ],
  essential: true,
})
