import { describe, expect, it } from '@jest/globals'
import { normalizeRaw, type Overrides } from './testing/normalize-raw.ts'

const timed = (stamp: string, overrides: Overrides = {}) => {
  const { event, timeQuality, partitionDay } = normalizeRaw(`${stamp} web1 app[1]: x`, overrides)
  return {
    at: event.event_time,
    quality: timeQuality,
    day: partitionDay,
    flags: (event.parser as { flags?: string[] }).flags,
  }
}

describe('a missing year', () => {
  it.each([
    // received, stamp, event time
    ['2026-01-01T00:10:00.000Z', 'Dec 31 23:59:59', '2025-12-31T23:59:59.000Z'],
    ['2025-12-31T23:50:00.000Z', 'Jan  1 00:00:10', '2026-01-01T00:00:10.000Z'],
    ['2026-11-21T09:30:00.000Z', 'Nov 22 09:29:00', '2026-11-22T09:29:00.000Z'],
    ['2026-11-21T09:30:00.000Z', 'Nov 22 09:31:00', '2025-11-22T09:31:00.000Z'],
    ['2026-11-21T09:30:00.000Z', 'Feb 29 12:00:00', '2024-02-29T12:00:00.000Z'],
  ])('received %s, written %s', (received_at, stamp, at) => {
    expect(timed(stamp, { received_at })).toMatchObject({ at, quality: 'year_assumed' })
  })

  it('is chosen by observed_at if there is one', () => {
    expect(timed('Nov 21 09:29:58', { observed_at: '2019-11-21T10:00:00Z' })).toMatchObject({
      at: '2019-11-21T09:29:58.000Z',
      quality: 'year_assumed',
    })
  })

  it('a day that does not exist is no time', () => {
    expect(normalizeRaw('<13>Feb 31 09:29:58 web1 app: x').timeQuality).toBe('received')
  })
})

describe('a missing zone is taken from the source', () => {
  it.each([
    ['2026-07-01 12:00:00', 'Europe/Berlin', '2026-07-01T10:00:00.000Z'],
    ['2026-01-15 12:00:00', 'Europe/Berlin', '2026-01-15T11:00:00.000Z'],
    ['2026-03-29 02:30:00', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25 02:30:00', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-11-21 12:00:00', 'Asia/Kathmandu', '2026-11-21T06:15:00.000Z'],
    ['2026-11-21 12:00:00', 'Pacific/Kiritimati', '2026-11-20T22:00:00.000Z'],
    ['2026-11-21 12:00:00', 'America/New_York', '2026-11-21T17:00:00.000Z'],
    ['2026-11-21 12:00:00', 'No/Where', '2026-11-21T12:00:00.000Z'],
  ])('%s in %s', (stamp, timezone, at) => {
    expect(timed(stamp, { timezone })).toMatchObject({ at, quality: 'zone_assumed' })
  })

  it('also when the year is missing', () => {
    expect(timed('Nov 21 09:29:58', { timezone: 'Asia/Tokyo' })).toMatchObject({
      at: '2026-11-21T00:29:58.000Z',
      quality: 'year_assumed',
    })
  })
})

describe('quality', () => {
  it('an exact time keeps its milliseconds', () => {
    expect(timed('2026-11-21T09:29:58.123456789Z')).toMatchObject({ at: '2026-11-21T09:29:58.123Z', quality: 'exact' })
    expect(timed('2026-11-21T09:29:58,5+05:30')).toMatchObject({ at: '2026-11-21T03:59:58.500Z', quality: 'exact' })
  })

  it('an event without its own time has the observed time, or else the receive time', () => {
    expect(normalizeRaw('hello', { observed_at: '2026-11-20T01:02:03.004Z' })).toMatchObject({
      timeQuality: 'observed',
      event: { event_time: '2026-11-20T01:02:03.004Z', observed_at: '2026-11-20T01:02:03.004Z' },
    })
    expect(normalizeRaw('hello')).toMatchObject({
      timeQuality: 'received',
      event: { event_time: '2026-11-21T09:30:00.000Z', observed_at: null },
    })
  })

  it.each(['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '1899-12-31T23:59:59Z', '2100-01-01T00:00:00Z'])(
    '%s is clamped to the receive time',
    stamp => {
      expect(timed(stamp)).toMatchObject({
        at: '2026-11-21T09:30:00.000Z',
        quality: 'clamped',
        day: '2026-11-21',
      })
      expect(normalizeRaw('hello', { observed_at: stamp })).toMatchObject({
        timeQuality: 'clamped',
        event: { event_time: '2026-11-21T09:30:00.000Z' },
      })
    },
  )

  it.each([
    [1_795_253_398, '2026-11-21T09:29:58.000Z'],
    [1_795_253_398_123, '2026-11-21T09:29:58.123Z'],
    [1_795_253_398.25, '2026-11-21T09:29:58.250Z'],
    ['1795253398123456', '2026-11-21T09:29:58.123Z'],
    ['21/Nov/2026:10:29:58 +0100', '2026-11-21T09:29:58.000Z'],
    ['Sat, 21 Nov 2026 09:29:58 +0000', '2026-11-21T09:29:58.000Z'],
  ])('a JSON time of %s', (time, at) => {
    expect(normalizeRaw({ time, msg: 'x' })).toMatchObject({ timeQuality: 'exact', event: { event_time: at } })
  })
})

describe('the partition day', () => {
  it.each([
    ['2026-11-14T09:30:00Z', '2026-11-14', false],
    ['2026-11-14T09:29:59Z', '2026-11-21', true],
    ['2026-11-22T09:30:00Z', '2026-11-22', false],
    ['2026-11-22T09:30:01Z', '2026-11-21', true],
    ['2020-09-22T03:03:02Z', '2026-11-21', true],
  ])('of an event of %s is %s', (stamp, day, fromReceiveTime) => {
    expect(timed(stamp)).toMatchObject({
      day,
      flags: fromReceiveTime ? ['partitioned_by_receive_time'] : undefined,
    })
  })
})
