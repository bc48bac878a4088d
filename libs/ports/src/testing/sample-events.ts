import { type Envelope, originEnvelope } from '@wardline/events'
import type { TenantId } from '@wardline/kernel'

/** An event numbered `n`. Events of one tenant and `key` share a partition key. */
export function numbered(tenant: TenantId, n: number, key = 'a', value: string | null = null): Envelope {
  return originEnvelope({
    kind: 'internal.detection.match',
    tenantId: tenant,
    producer: 'contract',
    subject: { type: 'log_event', id: `evt_${n}` },
    correlationId: 'cor_contract',
    now: Date.parse('2026-11-21T09:30:00.000Z'),
    payload: {
      rule_id: 'rul_contract',
      version_hash: 'v1',
      base_rule: 'base',
      group_key: key,
      group: {},
      value,
      event_id: `evt_${n}`,
      log_source_id: 'src_contract',
      asset_id: null,
      event_time: '2026-11-21T09:30:00.000Z',
      matched_conditions: [],
      received_position: null,
    },
  })
}

export const NUMBERED = 'internal.detection.match'

/** A second kind, to tell topics apart. */
export function fact(tenant: TenantId, id: string): Envelope {
  return originEnvelope({
    kind: 'internal.evidence.fact',
    tenantId: tenant,
    producer: 'contract',
    subject: { type: 'evidence_fact', id },
    correlationId: 'cor_contract',
    now: Date.parse('2026-11-21T09:30:00.000Z'),
    payload: {
      evidence_type: 'alert',
      subject: { type: 'record', id },
      summary: 'Something happened.',
      controls: [],
      details: {},
    },
  })
}
