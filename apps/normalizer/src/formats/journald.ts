import { epochTimestamp } from '../normalize/timestamps.ts'
import type { Parsed } from './parsed.ts'
import { priorityFields } from './syslog-priority.ts'

type Json = Record<string, unknown>

/** A systemd journal entry as JSON (`journalctl -o json`), read like the equivalent syslog line. */
export function parseJournald(object: Json): Parsed | undefined {
  const message = object.MESSAGE
  if (typeof message !== 'string') return undefined
  const stamp = object.__REALTIME_TIMESTAMP ?? object._SOURCE_REALTIME_TIMESTAMP
  const program = object.SYSLOG_IDENTIFIER ?? object._COMM
  if (stamp === undefined && program === undefined) return undefined
  const severity = Number(object.PRIORITY ?? Number.NaN)
  const facility = Number(object.SYSLOG_FACILITY ?? 1)
  const priority = severity >= 0 && severity <= 7 ? { severity, facility, length: 0 } : undefined
  const pid = Number(object._PID ?? object.SYSLOG_PID ?? Number.NaN)
  const fields: Json = { ...object, message, ...priorityFields(priority) }
  if (object._HOSTNAME !== undefined) fields.host = object._HOSTNAME
  if (program !== undefined) fields.program = program
  if (Number.isInteger(pid)) fields.pid = pid
  return {
    format: 'json',
    parser: 'journald',
    status: 'parsed',
    confidence: 0.98,
    content: 'syslog',
    fields,
    at: epochTimestamp(Number(stamp)),
  }
}
