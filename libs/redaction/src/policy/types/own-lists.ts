import { readFileSync } from 'node:fs'
import { PROBLEMS, ROLES, SEVERITIES } from '@wardline/kernel'
import type { ValueType } from './value-type.ts'

const words = (members: string): ValueType => ({ of: 'list', members: members.trim().split(/\s+/) })

/** From `openapi/`, written by `npm run api:generate`. */
const api = JSON.parse(readFileSync(new URL('../../generated/operations.json', import.meta.url), 'utf8')) as {
  readonly operations: readonly string[]
  readonly resources: readonly string[]
}

/** Enumerations of our own: what a service of ours writes there, and nothing that anybody sends. */
export const ownLists = {
  severity: { of: 'list', members: SEVERITIES },
  outcome: words('success failure unknown'),
  time_quality: words('exact zone_assumed year_assumed observed received clamped'),
  tier: words('hot warm cold'),
  parser: words(
    'text rfc3164 rfc5424 syslog json windows_event windows_xml cef leef auditd web_access kv macos_log cloudtrail journald ocsf ecs',
  ),
  parser_status: words('parsed partial unparsed'),
  event_flag: words('parser_fault fields_cut partitioned_by_receive_time encoding_replaced unmapped_cut'),
  carrier: words('kubernetes docker splunk_hec splunk cloudwatch eventbridge beats fluent_bit otlp named other'),
  incomplete_reason: words('deadline unavailable cold'),
  facet_field: words('severity category event_type log_source_id asset_id'),
  level: words('high medium low'),
  alert_status: words('open acknowledged closed'),
  rule_type: words('single correlation event_count value_count temporal temporal_ordered'),
  rule_origin: words('builtin tenant platform sigma own custom'),
  os_family: words('macos windows linux'),
  agent_class: words('endpoint server collector'),
  asset_status: words('online late offline'),
  asset_source: words('agent mdm'),
  conflict: words('os_family os_version'),
  platform: words('macos windows linux ios ipados tvos android chromeos darwin unknown'),
  compliance: words('compliant noncompliant in_grace_period conflict error unknown'),
  management: words('managed unmanaged unknown'),
  ownership: words('company personal unknown'),
  ticket_status: words('open in_progress closed'),
  visibility: words('internal auditor'),
  evidence_type: words(
    'alert mdm_sync enrollment revocation retention_move rule_change policy_change settings_change ticket_closure',
  ),
  evidence_subject: words(
    'agent alert archive archive_key detection_rule legal_hold log_erasure log_partition mdm_sync_run retention_settings ticket',
  ),
  digest_algorithm: words('SHA-256 sha-256 sha256'),
  key_algorithm: words('Ed25519'),
  principal_type: words('service_account user agent'),
  role: { of: 'list', members: ROLES },
  operation: {
    of: 'list',
    members: [
      ...api.operations,
      'resetAdmin',
      'rotateMasterKey',
      'rotatePseudonyms',
      'putBackKeys',
      'replaceLostEpoch',
    ],
  },
  resource: { of: 'list', members: [...api.resources, 'master_key', 'pseudonym_epoch', 'data_key'] },
  audit_outcome: words('succeeded refused failed'),
  problem: { of: 'list', members: Object.keys(PROBLEMS) },
  personal_filter: words('user ip host q not'),
} as const satisfies Readonly<Record<string, ValueType>>
