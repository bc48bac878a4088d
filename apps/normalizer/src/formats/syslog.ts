import type { Parsed } from './parsed.ts'
import { parseRfc3164 } from './rfc3164.ts'
import { parseRfc5424 } from './rfc5424.ts'
import { readPriority } from './syslog-priority.ts'

/**
 * Syslog in either form: RFC 5424 if a version follows the priority, otherwise RFC 3164 as real senders write it. A
 * leading octet count (RFC 6587) is skipped. Undefined if there is no priority, no time and no tag.
 */
export function parseSyslog(raw: string): Parsed | undefined {
  const framed = /^\d{1,6} (?=<\d{1,3}>)/.exec(raw)
  const text = framed ? raw.slice(framed[0].length) : raw
  const priority = readPriority(text)
  if (priority && /^\d{1,2} /.test(text.slice(priority.length, priority.length + 3))) {
    const parsed = parseRfc5424(text, priority)
    if (parsed) return parsed
  }
  return parseRfc3164(text, priority)
}
