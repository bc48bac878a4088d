import { type Document, defineCollection } from './collection.ts'

/** Who did what, and how it ended. Ids, names of operations and codes only: never a value of a body or a query. */
export interface AuditRecordDoc extends Document {
  readonly at: string
  readonly actor: { readonly type: 'agent' | 'service_account' | 'user'; readonly id: string }
  /** The operationId. */
  readonly operation: string
  /** What the path or the answer names; `id` is null for lists and for what was never made. */
  readonly resource: { readonly type: string; readonly id: string | null }
  readonly outcome: 'succeeded' | 'refused' | 'failed'
  readonly status: number
  /** The problem's code; null on success. */
  readonly code: string | null
  readonly request_id: string
  /** The policy through which an auditor saw the answer; null for everybody else. */
  readonly redaction_policy_id: string | null
}

export const auditRecords = defineCollection<AuditRecordDoc>({
  name: 'audit_records',
  owner: 'gateway',
  schemaVersion: 1,
  fields: { at: 'text', operation: 'text', outcome: 'text' },
  indexes: [['at'], ['operation', 'at'], ['outcome', 'at']],
})
