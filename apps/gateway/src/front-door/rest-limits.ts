import type { RestLimits } from '@wardline/http'

/** Of a refused request's body: enough for a batch of logs, or for a mistake. */
export const REST_OF_KNOWN: RestLimits = { maxBytes: 32 * 1_024 * 1_024, maxPieces: 100_000, timeoutMs: 30_000 }
export const REST_OF_STRANGER: RestLimits = { maxBytes: 1_024 * 1_024, maxPieces: 1_024, timeoutMs: 5_000 }
