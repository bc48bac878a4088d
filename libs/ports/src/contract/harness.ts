import { setTimeout as sleep } from 'node:timers/promises'
import { type Envelope, originEnvelope } from '@wardline/events'
import { newId, type TenantId, tenantId } from '@wardline/kernel'

/** One engine over fresh data. A suite makes one per test and closes it. */
export interface Harness<T> {
  readonly engine: T
  /** Ends the engine as a clean stop does and opens it over the same data. Engines in memory answer themselves. */
  reopen(): Promise<T>
  close(): Promise<void>
}

export type MakeEngine<T> = () => Promise<Harness<T>>

/** A tenant that no other test uses. */
export const someTenant = (): TenantId => tenantId(`ten_${newId('ten').slice(4)}`)

/** Waits for something that an engine does by itself. The limit only ends a test that fails. */
export async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const limit = Date.now() + 20_000
  while (!(await condition())) {
    if (Date.now() > limit) throw new Error(`waited in vain: ${what}`)
    await sleep(5)
  }
}

/** An event numbered `n`. Those of one tenant and `key` share a partition key. */
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

/** A second kind, so that topics are told apart. */
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

export const range = (n: number, from = 0): number[] => Array.from({ length: n }, (_, i) => from + i)
