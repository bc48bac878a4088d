import { LRUCache } from 'lru-cache'

/**
 * Converts wall-clock times in IANA zones to instants, including daylight saving. Caches formatters and offsets of the
 * zones it has seen.
 */
export interface Zones {
  /**
   * The instant at which clocks in `zone` show `wall` (the fields of the wall time read as UTC milliseconds). If there
   * are two such instants, in autumn, it is the first. A time that does not exist, in spring, is moved forward. An
   * unknown zone counts as UTC.
   */
  instant(wall: number, zone: string): number
}

const QUARTER = 900_000
const MAX_ZONES = 64
const MAX_OFFSETS = 4096

type Offset = (utc: number) => number

export function createZones(): Zones {
  const zones = new LRUCache<string, Offset>({ max: MAX_ZONES })
  const offsetOf = (zone: string): Offset => {
    let offset = zones.get(zone)
    if (!offset) {
      offset = zoneOffset(zone)
      zones.set(zone, offset)
    }
    return offset
  }
  return {
    instant(wall, zone) {
      if (zone === 'UTC' || zone === 'Etc/UTC' || zone === 'GMT' || zone === '') return wall
      const offset = offsetOf(zone)
      const before = wall - offset(wall - 86_400_000)
      const after = wall - offset(wall + 86_400_000)
      if (before === after) return before
      if (before + offset(before) === wall) return before
      return after + offset(after) === wall ? after : before
    },
  }
}

function zoneOffset(zone: string): Offset {
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    return () => 0
  }
  const offsets = new LRUCache<number, number>({ max: MAX_OFFSETS })
  return utc => {
    const start = Math.floor(utc / QUARTER) * QUARTER
    let offset = offsets.get(start)
    if (offset === undefined) {
      const parts: Record<string, number> = {}
      for (const { type, value } of format.formatToParts(start)) parts[type] = Number(value)
      const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
      offset = Date.UTC(year, month - 1, day, hour, minute, second) - start
      if (!Number.isFinite(offset) || Math.abs(offset) > 93_600_000) offset = 0
      offsets.set(start, offset)
    }
    return offset
  }
}
