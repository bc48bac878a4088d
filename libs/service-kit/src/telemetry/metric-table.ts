import type { ServiceName } from '@wardline/kernel'

/** `host`: whatever runs the services counts it, in every process. */
type Origin = ServiceName | 'host'

/**
 * Values of a label that exist at 0 from the first scrape on; others may come later. `at_start`: the host knows them
 * only when it starts (its consumer groups, its jobs, its engines, the operations of the gateway).
 */
export type LabelValues = readonly string[] | 'at_start'

export interface MetricFamily {
  readonly kind: 'counter' | 'gauge' | 'histogram'
  readonly by: readonly Origin[]
  readonly help: string
  readonly labels: Readonly<Record<string, LabelValues>>
}

type Labels = Readonly<Record<string, LabelValues>>
/** The name of a counter ends in `_total`. */
const counter = <const L extends Labels>(by: readonly Origin[], help: string, labels = {} as L) =>
  ({ kind: 'counter', by, help, labels }) as const
const gauge = <const L extends Labels>(by: readonly Origin[], help: string, labels = {} as L) =>
  ({ kind: 'gauge', by, help, labels }) as const
/** Of seconds. */
const histogram = <const L extends Labels>(by: readonly Origin[], help: string, labels = {} as L) =>
  ({ kind: 'histogram', by, help, labels }) as const

const STATUSES = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const
const PROVIDERS = ['microsoft_graph', 'jamf_pro'] as const
const RUNS = ['succeeded', 'partial', 'failed', 'throttled'] as const
const SIGN_INS = [
  'succeeded',
  'sign_in_expired',
  'sign_in_invalid',
  'sign_in_no_role',
  'sign_in_refused',
  'sign_in_unavailable',
  'sign_in_unknown',
] as const
const QUOTAS = [
  'account_quota_reached',
  'event_quota_reached',
  'log_source_quota_reached',
  'rule_quota_reached',
  'session_quota_reached',
  'stream_quota_reached',
  'tenant_backlog',
] as const
const STAMPS = [
  'stamped',
  'unreachable',
  'timeout',
  'tls',
  'refused',
  'too_large',
  'http_status',
  'status',
  'malformed',
  'imprint',
  'nonce',
  'signature',
  'purpose',
  'time',
] as const

/**
 * Every metric of ours, without the prefix `wardline_`: the one list that the code, docs/operating.md, the alert rules
 * and the dashboard agree with. Names are as `promtool check metrics` wants them.
 */
export const METRICS = {
  alarms: gauge(['host'], 'Alarms by state, 1 if it is in it: active, or resolved after it was active', {
    name: 'at_start',
    state: ['active', 'resolved'],
  }),
  alarms_raised_total: counter(['host'], 'How often an alarm became active', { name: 'at_start' }),
  certificate_expiry_timestamp_seconds: gauge(
    ['host', 'gateway', 'enrollment'],
    'When a certificate ends, in seconds since 1970; 0 if this process has none',
    { certificate: ['tls_listener', 'internal_listener', 'internal_authority', 'agent_authority'] },
  ),
  consumer_lag: gauge(['host'], 'Events that wait for a consumer group', { group: 'at_start' }),
  events_handled_total: counter(['host'], 'Events that a consumer group has handled', {
    group: 'at_start',
    outcome: ['ok', 'drop', 'reject'],
  }),
  handler_seconds: histogram(['host'], 'Time that a consumer group took for a batch', { group: 'at_start' }),
  tenants_behind: gauge(['host'], 'Tenants whose backlog others overtake, on the partition with the most of them', {
    group: 'at_start',
  }),
  handler_faults_total: counter(['host'], 'Batches that failed and are delivered again', { group: 'at_start' }),
  rejections_unkept_total: counter(
    ['normalizer', 'alert-projector'],
    'Rejections that were counted and not stored, because too many of the tenant are open',
  ),
  build_info: gauge(['host'], '1, with what runs: the release and the commit it was built from', {
    version: 'at_start',
    commit: 'at_start',
  }),
  trace_spans_total: counter(['host'], 'Spans of traces: exported, or lost because the collector did not take them', {
    outcome: ['exported', 'failed', 'dropped'],
  }),
  ready: gauge(['host'], '1 if the process is ready for requests: what /readyz says'),
  dead_letters_total: counter(['host'], 'Messages that are not our events and went to a topic *.dlq'),
  engine_up: gauge(['host'], '1 if the engine answers this process', { engine: 'at_start' }),
  job_runs_total: counter(['host'], 'Ends of scheduled work', {
    task: 'at_start',
    outcome: ['ok', 'failed'],
  }),

  gateway_requests_total: counter(['gateway'], 'Requests that the gateway has answered', { status: STATUSES }),
  gateway_request_seconds: histogram(['gateway'], 'Time until the gateway answered', {
    operation: 'at_start',
    status: ['2xx'],
  }),
  sign_ins_total: counter(['gateway'], 'Sign-ins by an identity provider', { outcome: SIGN_INS }),
  audit_records_dropped_total: counter(['gateway'], 'Audit records that were lost'),
  server_certificate_renewal_failures_total: counter(
    ['gateway'],
    'Renewals of the TLS listener’s own certificate that failed',
  ),

  enrollments_total: counter(['enrollment'], 'Agents that enrolled', { agent_class: ['endpoint', 'collector'] }),
  certificate_renewals_total: counter(['enrollment'], 'Certificates that agents renewed'),
  heartbeats_total: counter(['enrollment'], 'Heartbeats that were recorded'),

  logs_ingested_total: counter(['ingest'], 'Items of ingest batches', {
    outcome: ['accepted', 'duplicate', 'asset_unknown'],
  }),
  quota_refusals_total: counter(
    ['gateway', 'ingest', 'detector', 'alert-projector'],
    'Requests beyond a quota of their tenant',
    {
      quota: QUOTAS,
    },
  ),
  ledger_refusals_uncounted_total: counter(['ingest'], 'Refused items that the ledger could not count'),
  logs_normalized_total: counter(['normalizer'], 'Events by how well they were parsed', {
    status: ['parsed', 'partial', 'unparsed', 'rejected'],
  }),
  log_searchable_seconds: histogram(
    ['normalizer'],
    'Time from receipt until searchable, for the oldest log of each batch',
  ),

  searches_refused_total: counter(['log-store'], 'Searches and reads that had no turn', {
    reason: ['queue', 'timeout'],
  }),
  ledger_differences: gauge(['log-store'], 'Rows of ledgers that differ from the stores'),
  tier_moves_total: counter(['log-store'], 'Partitions that have arrived in a tier', { to: ['warm', 'cold'] }),
  tier_events_archived_total: counter(['log-store'], 'Events that were copied into the archive and read back'),
  tier_events_expired_total: counter(['log-store'], 'Events that were removed because their time was up'),
  archive_objects_verified_total: counter(['log-store'], 'Archived objects that were verified', {
    outcome: ['intact', 'damaged'],
  }),

  detector_rules: gauge(['detector'], 'Detection rules', { status: ['ok', 'refused'] }),
  detector_events_evaluated_total: counter(['detector'], 'Events that the rules have seen'),
  detector_alerts_total: counter(['detector'], 'Alerts that rules have raised', {
    rule_kind: ['single', 'correlation'],
  }),
  detector_correlation_matches_total: counter(['detector'], 'Matches that correlations count'),
  detector_rules_paused_total: counter(['detector'], 'Pauses of rules that took too long', {
    reason: ['rule_over_budget', 'tenant_over_budget'],
  }),
  detector_events_skipped_total: counter(['detector'], 'Events that paused rules did not look at'),
  correlation_events_lost_total: counter(['detector'], 'Events that a full correlation group could not hold'),

  alert_deliveries_total: counter(['alert-projector'], 'Webhook requests', {
    outcome: ['delivered', 'failed', 'refused', 'gone'],
  }),
  alert_reservations_waiting: gauge(['alert-projector'], 'Alerts with a number and without a record'),
  checkpoint_stamps_total: counter(['gateway', 'alert-projector'], 'Time stamps that were asked for', {
    log: ['audit', 'evidence'],
    outcome: STAMPS,
  }),

  mdm_sync_runs_total: counter(['mdm-connector'], 'Ends of syncs', { provider: PROVIDERS, state: RUNS }),
  mdm_requests_total: counter(['mdm-connector'], 'Requests to providers', {
    provider: PROVIDERS,
    outcome: ['2xx', '3xx', '4xx', '5xx', 'provider_unavailable'],
  }),
  mdm_devices_total: counter(['mdm-connector'], 'Devices that were read', {
    provider: PROVIDERS,
    outcome: ['created', 'changed', 'unchanged', 'repeated'],
  }),
  mdm_schema_drift_total: counter(['mdm-connector'], 'Values that do not match the provider’s documentation', {
    provider: PROVIDERS,
    field: ['id'],
    reason: ['unknown_value', 'wrong_type', 'missing'],
  }),
  mdm_sync_faults_total: counter(['mdm-connector'], 'Syncs that ended because of our own fault'),
} as const satisfies Readonly<Record<string, MetricFamily>>

export type MetricName = keyof typeof METRICS
type NameOf<K extends MetricFamily['kind']> = {
  [N in MetricName]: (typeof METRICS)[N]['kind'] extends K ? N : never
}[MetricName]
export type CounterName = NameOf<'counter'>
export type GaugeName = NameOf<'gauge'>
export type HistogramName = NameOf<'histogram'>
export type LabelsOf<N extends MetricName> = Readonly<Record<keyof (typeof METRICS)[N]['labels'], string>>
