import { timestampOf } from '../normalize/timestamps.ts'
import { splitHeader, syslogHeader } from './cef.ts'
import type { Parsed } from './parsed.ts'

const NAMES = ['deviceVendor', 'deviceProduct', 'deviceVersion', 'eventId'] as const

/**
 * IBM LEEF 1.0 (`LEEF:1.0|vendor|product|version|event id|` and tab-separated pairs) and 2.0 (one more field: the
 * delimiter, literal or as `x5E`).
 */
export function parseLeef(text: string): Parsed | undefined {
  const match = /(?:^|[\s:])LEEF: ?([12])(?:\.0)?\|/.exec(text.length > 2048 ? text.slice(0, 2048) : text)
  if (!match) return undefined
  const start = match.index + match[0].length
  const { parts, rest } = splitHeader(text, start, NAMES.length)
  if (parts.length < NAMES.length) return undefined
  let body = rest
  let delimiter = '\t'
  const declared = match[1] === '2' ? /^([^|]{0,6})\|/.exec(rest) : null
  if (declared) {
    body = rest.slice(declared[0].length)
    delimiter = delimiterOf(declared[1]!)
  }
  const attributes: Record<string, string> = {}
  for (const pair of body.split(delimiter).slice(0, 512)) {
    const at = pair.indexOf('=')
    const key = pair.slice(0, at).trim()
    if (at > 0 && key !== '__proto__') attributes[key] = pair.slice(at + 1).trim()
  }
  const syslog = match.index > 0 ? syslogHeader(text.slice(0, text.indexOf('LEEF:', match.index))) : undefined
  const header = Object.fromEntries(NAMES.map((name, index) => [name, parts[index]]))
  const at = timestampOf(attributes.devTime) ?? syslog?.at
  const fields = { ...syslog?.fields, ...attributes, ...header, leefVersion: match[1] }
  return { format: 'leef', parser: `leef${match[1]}`, status: 'parsed', confidence: 0.99, content: 'leef', fields, at }
}

function delimiterOf(text: string): string {
  const hex = /^(?:0x|x)([0-9a-fA-F]{1,4})$/.exec(text)
  if (hex) return String.fromCharCode(Number.parseInt(hex[1]!, 16))
  return text === '' ? '\t' : text === '\\t' ? '\t' : text.charAt(0)
}
