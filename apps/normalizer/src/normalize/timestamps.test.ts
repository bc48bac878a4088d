import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { eventTime } from './event-time.ts'
import { readTimestamp, timestampOf, wholeYear } from './timestamps.ts'
import { createZones } from './zones.ts'

const RECEIVED = Date.parse('2026-11-21T12:00:00Z')
const read = (value: unknown) => {
  const { ms, quality } = eventTime(timestampOf(value), {
    observed: undefined,
    received: RECEIVED,
    timezone: 'UTC',
    zones: createZones(),
  })
  return [new Date(ms).toISOString(), quality]
}

describe('A time', () => {
  it.each<[string | number, string, string]>([
    ['2026-11-21T09:29:58.5Z', '09:29:58.500', 'exact'],
    ['2026-11-21 09:29:58,123', '09:29:58.123', 'zone_assumed'],
    ['2026-11-21 09:29:58 PM', '21:29:58.000', 'zone_assumed'],
    ['2026-11-21 10:29:58 CET', '09:29:58.000', 'exact'],
    ['2026-11-21 10:29:58 Europe/Zurich', '09:29:58.000', 'exact'],
    ['2026-11-21 09:29:58 CST', '09:29:58.000', 'zone_assumed'],
    ['2026-11-21 09:29:58 Mars/Olympus', '09:29:58.000', 'zone_assumed'],
    ['Sat Nov 21 09:29:58.123456 2026', '09:29:58.123', 'zone_assumed'],
    ['Sat Nov 21 10:29:58 CET 2026', '09:29:58.000', 'exact'],
    ['Nov 21, 2026 9:29:58 AM', '09:29:58.000', 'zone_assumed'],
    ['Nov 21, 2026 12:29:58 AM', '00:29:58.000', 'zone_assumed'],
    ['Nov 21 09:29:58', '09:29:58.000', 'year_assumed'],
    ['21-Nov-2026 09:29:58.123', '09:29:58.123', 'zone_assumed'],
    ['21-NOV-2026 09:29:58', '09:29:58.000', 'zone_assumed'],
    ['21/Nov/2026:10:29:58 +0100', '09:29:58.000', 'exact'],
    ['11/21/2026 9:29:58 PM', '21:29:58.000', 'zone_assumed'],
    ['21/11/2026 09:29:58', '09:29:58.000', 'zone_assumed'],
    ['21.11.2026 09:29:58', '09:29:58.000', 'zone_assumed'],
    ['20261121T092958.123Z', '09:29:58.123', 'exact'],
    ['20261121092958', '09:29:58.000', 'zone_assumed'],
    ['2026-11-21-09.29.58.123456', '09:29:58.123', 'zone_assumed'],
    ['261121 092958', '09:29:58.000', 'zone_assumed'],
    ['26/11/21-09:29:58.123456', '09:29:58.123', 'zone_assumed'],
    ['11/21-09:29:58.123456', '09:29:58.123', 'year_assumed'],
    ['261121  9:29:58', '09:29:58.000', 'zone_assumed'],
    ['11-21 09:29:58.811', '09:29:58.811', 'year_assumed'],
    ['11.21 09:29:58', '09:29:58.000', 'year_assumed'],
    ['21 Nov 09:29:58.123', '09:29:58.123', 'year_assumed'],
    ['Sat, 21 Nov 2026 09:29:58 +0000', '09:29:58.000', 'exact'],
    ['Saturday, 21 November 2026 09:29:58', '09:29:58.000', 'zone_assumed'],
    [1795253398, '09:29:58.000', 'exact'],
    [1795253398123, '09:29:58.123', 'exact'],
    ['1795253398123456', '09:29:58.123', 'exact'],
    ['1795253398123456789', '09:29:58.123', 'exact'],
    ['1795253398.123', '09:29:58.123', 'exact'],
  ])('%s is read', (text, time, quality) => {
    expect(read(text)).toEqual([`2026-11-21T${time}Z`, quality])
  })

  it.each([
    '2026-13-21 09:29:58',
    '31.02.2026 09:29:58',
    '13:29 PM',
    '2026-11-21 13:29:58 PM',
    'Nov 21',
    '10.1.2.3',
    '1.2.3.4 - -',
  ])('%s is none', text => {
    expect(timestampOf(text)).toBeUndefined()
  })

  it('with a year of two digits needs its order', () => {
    expect(timestampOf('26/11/21 09:29:58')).toBeUndefined()
    expect(wholeYear('26/11/21 09:29:58', 'ymd')).toBe('2026-11-21 09:29:58')
    expect(wholeYear('11/21/26,09:29:58', 'mdy')).toBe('2026-11-21,09:29:58')
    expect(wholeYear('21.11.26 09:29:58', 'dmy')).toBe('2026-11-21 09:29:58')
  })

  it('is never longer than its text, and reading it never fails', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0129:-/., TZNovSat+APM[]'), maxLength: 80 }), text => {
        expect(readTimestamp(text)?.length ?? 0).toBeLessThanOrEqual(text.length)
      }),
    )
  })
})
