import { type Timestamp, timestampOf } from '../normalize/timestamps.ts'
import { readExtension } from './extension.ts'
import type { Parsed } from './parsed.ts'
import { parseSyslog } from './syslog.ts'

const NAMES = ['deviceVendor', 'deviceProduct', 'deviceVersion', 'deviceEventClassId', 'name', 'severity'] as const

/**
 * `CEF:0|vendor|product|version|signature id|name|severity|extension`, with or without a syslog header in front. `\|`
 * and `\\` are escapes.
 */
export function parseCef(text: string): Parsed | undefined {
  const match = /(?:^|[\s:])CEF: ?(\d{1,2}(?:\.\d)?)\|/.exec(text.length > 2048 ? text.slice(0, 2048) : text)
  if (!match) return undefined
  const start = match.index + match[0].length
  const { parts, rest } = splitHeader(text, start, NAMES.length)
  if (parts.length < NAMES.length) return undefined
  const extension = readExtension(rest)
  const header = Object.fromEntries(NAMES.map((name, index) => [name, parts[index]]))
  const syslog = match.index > 0 ? syslogHeader(text.slice(0, text.indexOf('CEF:', match.index))) : undefined
  const fields: Record<string, unknown> = { ...syslog?.fields, ...extension, ...header, cefVersion: match[1] }
  for (const [label, value] of labelled(extension)) fields[label] ??= value
  const at = eventTime(extension) ?? syslog?.at
  return { format: 'cef', parser: 'cef', status: 'parsed', confidence: 0.99, content: 'cef', fields, at }
}

function eventTime(extension: Record<string, string>): Timestamp | undefined {
  return timestampOf(extension.rt) ?? timestampOf(extension.end) ?? timestampOf(extension.start)
}

/** The first `count` fields between bars, unescaped, and the text after the last one. */
export function splitHeader(text: string, start: number, count: number): { parts: string[]; rest: string } {
  const parts: string[] = []
  let at = start
  let from = start
  while (parts.length < count && at < text.length) {
    const c = text[at]
    if (c === '\\') at++
    else if (c === '|') {
      parts.push(text.slice(from, at).replace(/\\([\\|])/g, '$1'))
      from = at + 1
    }
    at++
  }
  if (parts.length === count - 1 && from <= text.length) {
    parts.push(text.slice(from))
    from = text.length
  }
  return { parts, rest: text.slice(from) }
}

/** `cs1Label=Rule cs1=Block` also gives `Rule=Block`. */
function* labelled(extension: Record<string, string>): Generator<[string, string]> {
  for (const [key, label] of Object.entries(extension)) {
    if (!key.endsWith('Label')) continue
    const value = extension[key.slice(0, -5)]
    if (value !== undefined && label !== '' && label !== '__proto__') yield [label, value]
  }
}

/** Time, host and priority of the syslog header in front of CEF or LEEF. */
export function syslogHeader(
  header: string,
): { fields: Record<string, unknown>; at: Timestamp | undefined } | undefined {
  const parsed = parseSyslog(`${header.trimEnd()} -:`) ?? parseSyslog(header)
  if (!parsed) return undefined
  const { message, program, host, ...rest } = parsed.fields as Record<string, unknown>
  const name = host ?? (typeof program === 'string' && program !== '-' ? program : undefined)
  const bare =
    name === undefined && typeof message === 'string' ? /^([\w.:-]{1,255})(?: |$)/.exec(message)?.[1] : undefined
  const found = name ?? bare
  const { severity, facility, facility_code, severity_code } = rest
  const priority = severity === undefined ? {} : { syslog_severity: severity, facility, facility_code, severity_code }
  return { fields: found === undefined ? priority : { host: found, ...priority }, at: parsed.at }
}
