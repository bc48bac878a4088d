import type { Fields, View } from './policy.ts'

/** `GET /alerts/{alert_id}`, items of `GET /alerts`, `data` of the stream. */
const alert: Fields = {
  alert_id: 'keep',
  tenant_id: 'keep',
  pseudonym_epoch: 'keep',
  sequence: 'keep',
  rule: {
    ...{
      rule_id: 'keep',
      sigma_id: 'keep',
      title: 'typed_text',
      author: 'keep',
      license: 'keep',
      version_hash: 'keep',
      level: 'keep',
      tags: 'keep',
    },
    type: 'keep',
    origin: 'keep',
    description: 'typed_text',
    references: 'keep',
  },
  matched_conditions: { selection: 'keep', field: 'keep', modifier: 'keep', value: 'drop' },
  log_event_refs: 'keep',
  normalized_event_refs: 'keep',
  source_log_ids: 'keep',
  refs_truncated: 'keep',
  asset_ids: 'keep',
  asset_id: 'keep',
  confidence: 'keep',
  severity: 'keep',
  severity_id: 'keep',
  status: 'keep',
  group: 'group',
  group_by: 'keep',
  count: 'keep',
  suppressed: 'keep',
  first_event_at: 'keep',
  last_event_at: 'keep',
  created_at: 'keep',
  updated_at: 'keep',
  acknowledged_at: 'keep',
  closed_at: 'keep',
  correlation_id: 'keep',
  causation_id: 'keep',
  ticket_id: 'keep',
  version: 'keep',
}

const posture: Fields = {
  hostname: 'pseudonym:host',
  os_family: 'keep',
  os_version: 'keep',
  uptime_seconds: 'keep',
  cpu_count: 'keep',
  cpu_usage_percent: 'keep',
  memory_total_bytes: 'keep',
  memory_used_bytes: 'keep',
  disks: { mount: 'text', total_bytes: 'keep', used_bytes: 'keep' },
  network_interfaces: { name: 'text', mac_address: 'pseudonym:mac', ip_addresses: 'pseudonym:ip' },
  process_count: 'keep',
  sequence: 'keep',
  received_at: 'keep',
  boot_id: 'drop',
  /** Everything that an agent sends beyond the named facts. */
  extra: 'drop',
  extra_truncated: 'keep',
  flags: 'keep',
  conflicts: 'keep',
}

/** `GET /integrations/mdm/devices/{device_id}`, and next to an asset's agent. */
const mdmDevice: Fields = {
  device_id: 'keep',
  tenant_id: 'keep',
  connection_id: 'keep',
  asset_id: 'keep',
  platform: 'keep',
  os_version: 'keep',
  compliance_state: 'keep',
  compliance_history: { state: 'keep', at: 'keep' },
  management_state: 'keep',
  encrypted: 'keep',
  jailbroken: 'keep',
  ownership: 'keep',
  manufacturer: 'text',
  model: 'text',
  conflicts: 'keep',
  last_sync_at: 'keep',
  first_seen_at: 'keep',
  last_seen_at: 'keep',
  changed_at: 'keep',
  missing_since: 'keep',
  source_confidence: 'keep',
  version: 'keep',
}

/** `GET /assets/{asset_id}`. */
const asset: Fields = {
  asset_id: 'keep',
  tenant_id: 'keep',
  agent_id: 'keep',
  agent_class: 'keep',
  hostname: 'pseudonym:host',
  os_family: 'keep',
  os_version: 'keep',
  status: 'keep',
  posture,
  sources: { type: 'keep', id: 'keep', confidence: 'keep', last_seen_at: 'keep', first_seen_at: 'keep' },
  mdm: mdmDevice,
  possible_duplicate_of: 'keep',
  os_family_conflict: 'keep',
  clone_suspected: 'keep',
  flags: 'keep',
  conflicts: 'keep',
  fingerprint: 'drop',
  identity_confidence: 'keep',
  first_seen_at: 'keep',
  last_seen_at: 'keep',
  version: 'keep',
}

/** `coverage` of a search: tiers, times, days and reasons. */
export const coverage: Fields = {
  tiers: 'keep',
  from: 'keep',
  to: 'keep',
  incomplete: { from: 'keep', to: 'keep', reason: 'keep', tier: 'keep' },
}

/** `GET /logs/search/facets`: values are severities, OCSF names and ids of ours. */
const logFacets: Fields = {
  facets: { field: 'keep', values: { value: 'keep', count: 'keep' }, truncated: 'keep' },
  total: 'keep',
  exact: 'keep',
  coverage,
}

/** `GET /logs/search/histogram`. */
const logHistogram: Fields = {
  interval_seconds: 'keep',
  buckets: {
    start: 'keep',
    count: 'keep',
    by_severity: { informational: 'keep', low: 'keep', medium: 'keep', high: 'keep', critical: 'keep' },
  },
  coverage,
}

const ticket: Fields = {
  ticket_id: 'keep',
  tenant_id: 'keep',
  pseudonym_epoch: 'keep',
  title: 'typed_text',
  description: 'typed_text',
  status: 'keep',
  severity: 'keep',
  alert_id: 'keep',
  assignee: 'actor',
  created_by: 'actor',
  created_at: 'keep',
  updated_at: 'keep',
  closed_at: 'keep',
  version: 'keep',
  /** Counts internal comments too. */
  comment_count: 'drop',
}

const ticketComment: Fields = {
  comment_id: 'keep',
  tenant_id: 'keep',
  pseudonym_epoch: 'keep',
  ticket_id: 'keep',
  body: 'typed_text',
  visibility: 'keep',
  author: 'actor',
  created_at: 'keep',
}

const evidence: Fields = {
  evidence_id: 'keep',
  tenant_id: 'keep',
  sequence: 'keep',
  evidence_type: 'keep',
  subject: { type: 'keep', id: 'text' },
  summary: 'text',
  collected_at: 'keep',
  occurred_at: 'keep',
  controls: 'keep',
  /** Ids, counts, codes and settings by its event schema; enforced here once more. */
  details: 'facts_deep',
  correlation_id: 'keep',
  causation_id: 'keep',
  digest: 'keep',
  details_digest: 'keep',
  digest_algorithm: 'keep',
  previous_digest: 'keep',
  version: 'keep',
}

const auditRecord: Fields = {
  audit_id: 'keep',
  tenant_id: 'keep',
  at: 'keep',
  actor: { type: 'keep', id: 'keep', roles: 'keep' },
  operation: 'keep',
  /** The id may be any text from a requested path. */
  resource: { type: 'keep', id: 'text' },
  outcome: 'keep',
  status: 'keep',
  code: 'keep',
  request_id: 'keep',
  redaction_policy_id: 'keep',
  reads: { count: 'keep', first_at: 'keep', last_at: 'keep', filters: 'keep' },
  client_address: 'drop',
  /** Its pseudonym, created with the record. */
  client: 'keep',
  position: 'keep',
  previous_digest: 'keep',
  digest: 'keep',
}

const redactionPolicy: Fields = {
  policy_id: 'keep',
  name: 'keep',
  version: 'keep',
  description: 'keep',
  hash: 'keep',
  created_at: 'keep',
  active: 'keep',
  classes: 'public',
  views: 'public',
  list: 'public',
  group_fields: 'public',
  detectors: 'public',
}

const receiptKey: Fields = { key_id: 'keep', algorithm: 'keep', public_key: 'public' }

/** A signed head of a log: hashes and our own signature over them. */
const checkpoint: Fields = {
  origin: 'keep',
  size: 'keep',
  root: 'keep',
  note: 'keep',
  signed_at: 'keep',
  timestamp: { at: 'keep', authority: 'public', token: 'public' },
  verifier_key: 'keep',
}

const inclusionProof: Fields = {
  audit_id: 'keep',
  evidence_id: 'keep',
  leaf_index: 'keep',
  leaf_hash: 'keep',
  size: 'keep',
  root: 'keep',
  note: 'keep',
  proof: 'keep',
}

const consistencyProof: Fields = {
  from_size: 'keep',
  from_root: 'keep',
  size: 'keep',
  root: 'keep',
  note: 'keep',
  proof: 'keep',
}

/** `GET /session` and `GET /sessions`: the caller's own sessions, shown to the caller. */
const session: Fields = {
  session_id: 'keep',
  created_at: 'keep',
  current: 'keep',
  principal: { type: 'keep', id: 'keep' },
  name: 'keep',
  organisation: 'keep',
  tenant_id: 'keep',
  tenant_name: 'keep',
  roles: 'keep',
  redacted: 'keep',
  pseudonym_epoch: 'keep',
  csrf_token: 'keep',
  idle_expires_at: 'keep',
  expires_at: 'keep',
  end_session_url: 'keep',
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
