import { type AnyEnvelope, originEnvelope } from '@wardline/events'
import type { EvidenceRecord } from '../evidence/verify-evidence.ts'
import { type CallOptions, type Kit, TENANT } from './kit.ts'

const now = Date.parse('2026-11-21T09:29:00.000Z')
const origin = { tenantId: TENANT, producer: 'test', correlationId: 'cor_1', now }

/** A separate fact for each id. */
export const fact = (id: string, details: Record<string, unknown> = {}): AnyEnvelope =>
  originEnvelope({
    ...origin,
    id: `env_${id}`,
    kind: 'internal.evidence.fact',
    subject: { type: 'evidence_fact', id },
    payload: {
      evidence_type: 'rule_change',
      subject: { type: 'rule', id: `rul_${id}` },
      summary: 'A rule was changed.',
      controls: ['soc2:CC8.1'],
      details,
    },
  }) as AnyEnvelope

export const enrolled = originEnvelope({
  ...origin,
  id: 'env_enrolled',
  kind: 'internal.evidence.fact',
  subject: { type: 'evidence_fact', id: 'agt_1' },
  payload: {
    evidence_type: 'enrollment',
    subject: { type: 'agent', id: 'agt_1' },
    summary: 'An agent was enrolled and given a client certificate.',
    controls: ['soc2:CC6.1'],
    details: { agent_class: 'endpoint', platform: 'darwin' },
  },
}) as AnyEnvelope

/** The public event for the same enrolment. */
export const enrolledPublicly = originEnvelope({
  ...origin,
  id: 'env_enrolled_publicly',
  kind: 'agent.macos.enrolled',
  subject: { type: 'agent', id: 'agt_1' },
  payload: {
    agent_id: 'agt_1',
    asset_id: null,
    agent_class: 'endpoint',
    platform: 'darwin',
    os_version: "14.5 ann's mac",
    agent_version: null,
    serial_number: '5f3a',
    not_after: '2027-02-19T09:30:00.000Z',
    enrolled_at: '2026-11-21T09:30:00.000Z',
  },
}) as AnyEnvelope

export const synced = originEnvelope({
  ...origin,
  id: 'env_synced',
  kind: 'integration.mdm.sync_completed',
  subject: { type: 'mdm_sync_run', id: 'mdr_1' },
  payload: {
    connection_id: 'mdc_1',
    sync_run_id: 'mdr_1',
    provider: 'jamf_pro',
    state: 'succeeded',
    error_code: null,
    counts: { seen: 1, created: 1, changed: 0, unchanged: 0, missing: 0 },
    started_at: '2026-11-21T09:29:00.000Z',
    finished_at: '2026-11-21T09:30:00.000Z',
  },
}) as AnyEnvelope

/** The listed evidence, oldest first. */
export async function listed(
  kit: Kit,
  query: Record<string, unknown> = {},
  o: CallOptions = {},
): Promise<EvidenceRecord[]> {
  const { body } = await kit.call('listEvidence', { ...o, query: { order: 'asc', limit: 200, ...query } })
  return (body as { items: EvidenceRecord[] }).items
}
export const single = async (kit: Kit, evidence_id: string): Promise<EvidenceRecord> =>
  (await kit.call('readEvidence', { params: { evidence_id } })).body as EvidenceRecord
