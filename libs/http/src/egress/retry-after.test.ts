import { describe, expect, it } from '@jest/globals'
import { retryAfterMs } from './retry-after.ts'

const NOW = Date.parse('2026-11-21T09:30:00Z')

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    ['7', 7_000],
    [' 120 ', 120_000],
    ['999999999', 86_400_000],
    ['Sat, 21 Nov 2026 09:30:30 GMT', 30_000],
    ['Saturday, 21-Nov-26 09:31:00 GMT', 60_000],
    ['Sat Nov 21 09:30:10 2026 GMT', 10_000],
    ['Sat, 21 Nov 2026 09:00:00 GMT', 0],
    ['Sun, 21 Nov 2027 09:00:00 GMT', 86_400_000],
  ])('%j asks for %i ms', (value, ms) => {
    expect(retryAfterMs(value, NOW)).toBe(ms)
  })

  it.each([undefined, '', 'soon', '-5', '1.5', '1e9', '9999999999', 'Sat, 99 Nov 2026', '2026-11-21T09:31:00Z'])(
    '%j asks for nothing that can be read',
    value => {
      expect(retryAfterMs(value, NOW)).toBeUndefined()
    },
  )
})
