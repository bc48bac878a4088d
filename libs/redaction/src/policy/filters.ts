import type { ViewName } from '../redactor.ts'
import type { FilterClass } from './policy.ts'

type Filters = Readonly<Record<string, FilterClass>>

const range: Filters = { from: 'bounded', to: 'bounded' }
const page: Filters = { limit: 'bounded', cursor: 'bounded' }
const ordered: Filters = { ...page, order: 'bounded' }

const logs: Filters = {
  ...range,
  ...ordered,
  severity: 'bounded',
  min_severity: 'bounded',
  category: 'ocsf_category',
  event_type: 'ocsf_class',
  log_source_id: 'log_source_id',
  asset_id: 'asset_id',
  q: 'words',
  not: 'exclusions',
}

/**
 * What auditors may ask for, by the view that answers. A parameter is here if its values cannot be people's: whether
 * something is found must not tell an auditor what the answer would hide.
 */
export const filters: Partial<Readonly<Record<ViewName, Filters>>> = {
  log_event: logs,
  log_facets: { ...logs, field: 'bounded', top: 'bounded' },
  log_histogram: { ...logs, interval_seconds: 'bounded' },
  alert: {
    ...range,
    ...ordered,
    rule_id: 'rule_id',
    sigma_id: 'uuid',
    log_source_id: 'log_source_id',
    severity: 'bounded',
    min_severity: 'bounded',
    status: 'bounded',
    after_sequence: 'bounded',
  },
  asset: { ...page, os_family: 'bounded', agent_id: 'agent_id' },
  mdm_device: {
    ...page,
    connection_id: 'connection_id',
    platform: 'bounded',
    compliance_state: 'bounded',
    missing: 'bounded',
  },
  ticket: { ...ordered, status: 'bounded', alert_id: 'alert_id' },
  ticket_comment: ordered,
  evidence: { ...range, ...ordered, evidence_type: 'bounded', subject_id: 'evidence_subject_id' },
  /** Not `resource_id`: what stands there may be any text from a requested path. */
  audit_record: {
    ...range,
    ...ordered,
    actor_id: 'principal_id',
    operation: 'operation',
    outcome: 'bounded',
    resource_type: 'resource',
  },
  session: { ...page, principal_id: 'principal_id' },
  checkpoint: ordered,
  inclusion_proof: { audit_id: 'audit_id', evidence_id: 'evidence_id', size: 'bounded' },
  consistency_proof: range,
}
