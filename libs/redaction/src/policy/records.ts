import type { Fields, View } from './policy.ts'

/** `GET /alerts/{alert_id}`, items of `GET /alerts`, `data` of the stream. */
const alert: Fields = {
  alert_id: 'alert_id',
  tenant_id: 'tenant_id',
  pseudonym_epoch: 'small',
  sequence: 'number',
  rule: {
    ...{
      rule_id: 'rule_id',
      sigma_id: 'uuid|text',
      title: 'typed_text',
      author: 'typed_text',
      license: 'typed_text',
      version_hash: 'hash|text',
      level: 'severity',
      tags: 'rule_tag|typed_text',
    },
    type: 'rule_type|text',
    origin: 'rule_origin|text',
    description: 'typed_text',
    references: 'text',
  },
  /** Who writes a rule names its selections. */
  matched_conditions: { selection: 'selection_name|typed_text', field: 'field', modifier: 'text', value: 'drop' },
  log_event_refs: 'event_id',
  normalized_event_refs: 'event_id',
  source_log_ids: 'log_source_id',
  refs_truncated: 'boolean',
  asset_ids: 'asset_id',
  asset_id: 'asset_id',
  confidence: 'level',
  severity: 'severity',
  severity_id: 'small',
  status: 'alert_status',
  group: 'group',
  group_by: 'field',
  count: 'number',
  suppressed: 'number|text',
  first_event_at: 'time',
  last_event_at: 'time',
  created_at: 'time',
  updated_at: 'time',
  acknowledged_at: 'time',
  closed_at: 'time',
  correlation_id: 'correlation_id',
  causation_id: 'envelope_id',
  ticket_id: 'ticket_id',
  version: 'number',
}

const posture: Fields = {
  hostname: 'pseudonym:host',
  os_family: 'os_family',
  os_version: 'version|text',
  uptime_seconds: 'number',
  cpu_count: 'number',
  cpu_usage_percent: 'number',
  memory_total_bytes: 'number',
  memory_used_bytes: 'number',
  disks: { mount: 'text', total_bytes: 'number', used_bytes: 'number' },
  network_interfaces: { name: 'interface|text', mac_address: 'pseudonym:mac', ip_addresses: 'pseudonym:ip' },
  process_count: 'number',
  sequence: 'number',
  received_at: 'time',
  boot_id: 'drop',
  /** Everything that an agent sends beyond the named facts. */
  extra: 'drop',
  extra_truncated: 'boolean',
  flags: 'text',
  conflicts: 'conflict|text',
}

/** `GET /integrations/mdm/devices/{device_id}`, and next to an asset's agent. */
const mdmDevice: Fields = {
  device_id: 'device_id',
  tenant_id: 'tenant_id',
  connection_id: 'connection_id',
  asset_id: 'asset_id',
  platform: 'platform',
  os_version: 'version|text',
  compliance_state: 'compliance',
  compliance_history: { state: 'compliance', at: 'time' },
  management_state: 'management',
  encrypted: 'boolean',
  jailbroken: 'boolean',
  ownership: 'ownership',
  manufacturer: 'text',
  model: 'text',
  conflicts: 'conflict',
  last_sync_at: 'time',
  first_seen_at: 'time',
  last_seen_at: 'time',
  changed_at: 'time',
  missing_since: 'time',
  source_confidence: 'level',
  version: 'number',
}

/** `GET /assets/{asset_id}`. */
const asset: Fields = {
  asset_id: 'asset_id',
  tenant_id: 'tenant_id',
  agent_id: 'agent_id',
  agent_class: 'agent_class|text',
  hostname: 'pseudonym:host',
  os_family: 'os_family',
  os_version: 'version|text',
  status: 'asset_status',
  posture,
  sources: {
    type: 'asset_source',
    id: 'source_of_asset_id',
    confidence: 'level',
    last_seen_at: 'time',
    first_seen_at: 'time',
  },
  mdm: mdmDevice,
  possible_duplicate_of: 'asset_id',
  os_family_conflict: 'boolean',
  clone_suspected: 'boolean',
  flags: 'text',
  conflicts: 'conflict|text',
  fingerprint: 'drop',
  identity_confidence: 'level',
  first_seen_at: 'time',
  last_seen_at: 'time',
  version: 'number',
}

/** `coverage` of a search: tiers, times, days and reasons. */
export const coverage: Fields = {
  tiers: 'tier',
  from: 'day_or_time',
  to: 'day_or_time',
  incomplete: { from: 'day_or_time', to: 'day_or_time', reason: 'incomplete_reason', tier: 'tier' },
}

/** `GET /logs/search/facets`. */
const logFacets: Fields = {
  facets: 'facets',
  total: 'number',
  exact: 'boolean',
  coverage,
}

/** `GET /logs/search/histogram`. */
const logHistogram: Fields = {
  interval_seconds: 'number',
  buckets: {
    start: 'time',
    count: 'number',
    by_severity: { informational: 'number', low: 'number', medium: 'number', high: 'number', critical: 'number' },
  },
  coverage,
}

const ticket: Fields = {
  ticket_id: 'ticket_id',
  tenant_id: 'tenant_id',
  pseudonym_epoch: 'small',
  title: 'typed_text',
  description: 'typed_text',
  status: 'ticket_status',
  severity: 'severity',
  alert_id: 'alert_id',
  assignee: 'actor',
  created_by: 'actor',
  created_at: 'time',
  updated_at: 'time',
  closed_at: 'time',
  version: 'number',
  /** Counts internal comments too. */
  comment_count: 'drop',
}

const ticketComment: Fields = {
  comment_id: 'comment_id',
  tenant_id: 'tenant_id',
  pseudonym_epoch: 'small',
  ticket_id: 'ticket_id',
  body: 'typed_text',
  visibility: 'visibility',
  author: 'actor',
  created_at: 'time',
}

const evidence: Fields = {
  evidence_id: 'evidence_id',
  tenant_id: 'tenant_id',
  sequence: 'number',
  evidence_type: 'evidence_type|text',
  subject: { type: 'evidence_subject|text', id: 'evidence_subject_id|text' },
  summary: 'text',
  collected_at: 'time',
  occurred_at: 'time',
  controls: 'control|text',
  /** Ids, counts, codes, times and settings of ours, whatever the vocabulary says. */
  details: 'facts_deep',
  correlation_id: 'correlation_id',
  causation_id: 'envelope_id',
  digest: 'hash',
  details_digest: 'hash',
  digest_algorithm: 'digest_algorithm',
  previous_digest: 'hash',
  version: 'number',
}

const auditRecord: Fields = {
  audit_id: 'audit_id',
  tenant_id: 'tenant_id',
  at: 'time',
  actor: { type: 'principal_type', id: 'principal_id', roles: 'role' },
  operation: 'operation|text',
  /** The id may be any text from a requested path. */
  resource: { type: 'resource|text', id: 'text' },
  outcome: 'audit_outcome',
  status: 'small',
  code: 'problem|text',
  request_id: 'request_id',
  redaction_policy_id: 'policy_id',
  reads: { count: 'number', first_at: 'time', last_at: 'time', filters: 'personal_filter' },
  client_address: 'drop',
  /** Its pseudonym, created with the record. */
  client: 'pseudonym',
  position: 'number',
  previous_digest: 'hash',
  digest: 'hash',
}

const redactionPolicy: Fields = {
  policy_id: 'policy_id',
  name: 'public',
  version: 'number',
  description: 'public',
  hash: 'public',
  created_at: 'time',
  active: 'boolean',
  classes: 'public',
  views: 'public',
  list: 'public',
  group_fields: 'public',
  detectors: 'public',
  types: 'public',
}

const receiptKey: Fields = { key_id: 'key_id', algorithm: 'key_algorithm', public_key: 'public' }

/** A signed head of a log: hashes and our own signature over them. */
const checkpoint: Fields = {
  origin: 'log_name',
  size: 'number',
  root: 'hash',
  note: 'signed_note',
  signed_at: 'time',
  timestamp: { at: 'time', authority: 'public', token: 'public' },
  verifier_key: 'verifier_key',
}

const inclusionProof: Fields = {
  audit_id: 'audit_id',
  evidence_id: 'evidence_id',
  leaf_index: 'number',
  leaf_hash: 'hash',
  size: 'number',
  root: 'hash',
  note: 'signed_note',
  proof: 'hash',
}

const consistencyProof: Fields = {
  from_size: 'number',
  from_root: 'hash',
  size: 'number',
  root: 'hash',
  note: 'signed_note',
  proof: 'hash',
}

/** `GET /session` and `GET /sessions`: the caller's own sessions, shown to the caller. */
const session: Fields = {
  session_id: 'session_id',
  created_at: 'time',
  current: 'boolean',
  principal: { type: 'principal_type', id: 'principal_id' },
  name: 'own',
  organisation: 'own',
  tenant_id: 'tenant_id',
  tenant_name: 'own',
  roles: 'role',
  redacted: 'boolean',
  pseudonym_epoch: 'small',
  csrf_token: 'own',
  idle_expires_at: 'time',
  expires_at: 'time',
  end_session_url: 'own',
}

/** Every view except `log_event`. */
export const records = {
  log_facets: { fields: logFacets },
  log_histogram: { fields: logHistogram },
  alert: { fields: alert, epoch: 'pseudonym_epoch' },
  asset: { fields: asset },
  ticket: { fields: ticket, epoch: 'pseudonym_epoch' },
  ticket_comment: {
    fields: ticketComment,
    only: { member: 'visibility', equals: 'auditor' },
    epoch: 'pseudonym_epoch',
  },
  evidence: { fields: evidence },
  audit_record: { fields: auditRecord },
  redaction_policy: { fields: redactionPolicy },
  mdm_device: { fields: mdmDevice },
  session: { fields: session },
  receipt_key: { fields: receiptKey },
  checkpoint: { fields: checkpoint },
  inclusion_proof: { fields: inclusionProof },
  consistency_proof: { fields: consistencyProof },
} as const satisfies Readonly<Record<string, View>>
