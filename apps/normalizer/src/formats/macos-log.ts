import { readTimestamp, timestampOf } from '../normalize/timestamps.ts'
import type { Parsed } from './parsed.ts'

type Json = Record<string, unknown>

/** `log show` columns: time, thread, type, activity, pid, ttl, `process: (sender) [subsystem:category] message`. */
const LINE =
  /^(0x[0-9a-f]{1,16}) +(Default|Info|Debug|Error|Fault|Activity|State Dump)[A-Za-z]*(?: +[A-Za-z]+){0,4} +0x[0-9a-f]{1,16} +(\d{1,9}) +(?:\d{1,9} +)?([^\s:][^:]{0,255}): (?:\(([^)]{1,255})\) )?(?:\[([\w.-]{1,255}):([\w.@ -]{0,255})\] )?([\s\S]*)$/
/** `--style syslog`: time, host, `process[pid]: message`. */
const SYSLOG =
  /^([\w.-]{1,255}) {1,2}([^\s[:][^[:]{0,255})\[(\d{1,9})\](?: \(([^)]{1,255})\))?: (?:\(([^)]{1,255})\) )?(?:\[([\w.-]{1,255}):([\w.@ -]{0,255})\] )?([\s\S]*)$/

/** macOS unified log as text. */
export function parseMacosText(text: string): Parsed | undefined {
  const time = readTimestamp(text)
  if (!time || !/^\d{4}-/.test(text)) return undefined
  const rest = text.slice(time.length).trimStart()
  const line = LINE.exec(rest)
  if (line) {
    const fields = {
      threadID: line[1],
      messageType: line[2],
      processID: Number(line[3]),
      process: line[4],
      ...(line[5] && { sender: line[5] }),
      ...(line[6] && { subsystem: line[6], category: line[7] }),
      eventMessage: line[8],
    }
    return result(fields, 'macos_text', time.at, 0.97)
  }
  const syslog = SYSLOG.exec(rest)
  if (!syslog || (!syslog[6] && !syslog[5])) return undefined
  const fields = {
    host: syslog[1],
    process: syslog[2],
    processID: Number(syslog[3]),
    ...((syslog[4] ?? syslog[5]) && { sender: syslog[4] ?? syslog[5] }),
    ...(syslog[6] && { subsystem: syslog[6], category: syslog[7] }),
    eventMessage: syslog[8],
  }
  return result(fields, 'macos_syslog', time.at, 0.9)
}

/** `log show --style ndjson`: one object per entry. */
export function parseMacosJson(object: Json): Parsed | undefined {
  if (typeof object.eventMessage !== 'string' && typeof object.machTimestamp !== 'number') return undefined
  if (object.processImagePath === undefined && object.subsystem === undefined) return undefined
  return result(object, 'macos_ndjson', timestampOf(object.timestamp), 0.98)
}

const result = (fields: object, parser: string, at: Parsed['at'], confidence: number): Parsed => ({
  format: 'macos_log',
  parser,
  status: 'parsed',
  confidence,
  content: 'macos',
  fields,
  at,
})
