import type { LogEventReceivedPayload } from '@wardline/events'
import { DEFAULT_TENANT } from '@wardline/kernel'
import { createRedactor, type Redactor } from '@wardline/redaction'
import { createNormalize } from '../../pipeline/normalize.ts'
import type { Normalized } from '../types.ts'

/** The real policy with a fixed key. */
export const redactor: Redactor = createRedactor({
  tenantId: DEFAULT_TENANT,
  key: new Uint8Array(32).fill(7),
  epoch: 1,
})

/** Leaves every text unchanged, so that a test can see the summary before redaction. */
export const clear: Redactor = {
  ...redactor,
  readings: text => ({ message: text, summary: text }),
  secretsIn: value => value,
}

export interface Overrides extends Partial<Omit<LogEventReceivedPayload, 'source'>> {
  readonly format?: string
  readonly timezone?: string
  readonly source?: LogEventReceivedPayload['source']
}

export const RECEIVED_AT = '2026-11-21T09:30:00.000Z'

/** A received log as ingest publishes it. An object is sent as its compact JSON. */
export function received(
  raw: string | object,
  { format = 'auto', timezone = 'UTC', ...rest }: Overrides = {},
): LogEventReceivedPayload {
  return {
    event_id: 'evt_test',
    batch_id: 'bat_test',
    batch_index: 0,
    log_source_id: 'src_test',
    source: { format, vendor: null, product: null, timezone, version: 1 },
    raw: typeof raw === 'string' ? raw : JSON.stringify(raw),
    raw_kind: typeof raw === 'string' ? 'text' : 'object',
    event_ref: null,
    observed_at: null,
    asset_id: null,
    received_at: RECEIVED_AT,
    encoding_replaced: false,
    ...rest,
  }
}

const normalize = createNormalize()

/** Normalizes without redaction. */
export function normalizeRaw(raw: string | object, overrides: Overrides = {}): Normalized {
  return normalize(received(raw, overrides), { tenantId: DEFAULT_TENANT, redactor: clear })
}

/** Normalizes with the real policy. */
export function normalizeRedacted(raw: string | object, overrides: Overrides = {}): Normalized {
  return normalize(received(raw, overrides), { tenantId: DEFAULT_TENANT, redactor })
}
