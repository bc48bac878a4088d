import { deeperThan } from '@wardline/kernel'

/** The largest raw log, in bytes of UTF-8 (openapi/logs.yaml). */
export const MAX_RAW_BYTES = 64 * 1024
/** The deepest nesting of a log object. */
export const MAX_RAW_DEPTH = 64

export type RawFault = 'raw_empty' | 'raw_too_large' | 'raw_too_deep'

export interface RawLog {
  readonly text: string
  readonly kind: 'text' | 'object'
  /** The text had lone surrogates, which UTF-8 cannot encode. They are now U+FFFD. */
  readonly repaired: boolean
}

/** The raw log of an item: a text unchanged, an object as compact JSON; or the reason why it is refused. */
export function rawLog(raw: string | object): RawLog | RawFault {
  if (typeof raw === 'string') {
    if (raw.length > MAX_RAW_BYTES) return 'raw_too_large'
    if (raw.trim() === '') return 'raw_empty'
    const repaired = !raw.isWellFormed()
    return sized({ text: repaired ? raw.toWellFormed() : raw, kind: 'text', repaired })
  }
  if (Object.keys(raw).length === 0) return 'raw_empty'
  // Checked before JSON.stringify, because its recursion would overflow on hostile depth.
  if (deeperThan(raw, MAX_RAW_DEPTH)) return 'raw_too_deep'
  return sized({ text: JSON.stringify(raw), kind: 'object', repaired: false })
}

const sized = (log: RawLog): RawLog | RawFault => (Buffer.byteLength(log.text) > MAX_RAW_BYTES ? 'raw_too_large' : log)
