import { isIPv6 } from 'node:net'
import { severityOfWord } from '../normalize/severity.ts'
import { epochTimestamp, type ReadTimestamp, readTimestamp } from '../normalize/timestamps.ts'
import type { Parsed } from './parsed.ts'
import { type Priority, priorityFields } from './syslog-priority.ts'

/**
 * `sshd[4242]:`, `sshd(pam_unix)[42]:`, `postfix/smtpd[7]:`, `kernel:`, `%ASA-4-106023:`,
 * `launchd[1] (com.apple.x[12]):`.
 */
const TAG = /^(%?[A-Za-z_/][\w./@+,-]{0,127}(?:\([\w.-]{1,64}\))?)(?:\[([^\]\s]{1,32})\])?(?: \([^)\s]{1,128}\))?(:|$)/
/** A tag without a colon needs a process id. */
const BARE_TAG = /^([A-Za-z_][\w./@-]{0,127})\[(\d{1,10})\](?= |$)/
const HOST = /^([A-Za-z0-9_[][\w.:%\]-]{0,254}) /

/**
 * BSD syslog as found in practice: with or without priority, year, milliseconds, zone, host and process id; with an ISO
 * 8601 time (rsyslog); with the sequence number and clock marks of Cisco IOS. Undefined if there is no priority, no
 * time and no tag.
 */
export function parseRfc3164(text: string, priority: Priority | undefined): Parsed | undefined {
  let rest = priority ? text.slice(priority.length) : text
  const sequence = /^\s?(?:\d{1,12}: )?(?:([\w.-]{1,128}): )?[*.]?(?=[A-Z][a-z]{2} [ \d])/.exec(rest)
  if (sequence) rest = rest.slice(sequence[0].length)
  const time = readHeaderTime(rest)
  if (time) rest = rest.slice(time.length).replace(/^(?: [A-Z]{3,4}(?=:))?:? {0,2}/, '')
  const fields: Record<string, unknown> = { message: rest, ...priorityFields(priority) }
  if (sequence?.[1]) fields.host = sequence[1]
  if (!time) {
    const tagged = readTag(rest, fields)
    if (!priority && !(tagged && String(fields.program).startsWith('%'))) return undefined
    return result(fields, tagged ? 'parsed' : 'partial', tagged ? 0.7 : 0.5, undefined)
  }
  const cisco = /^([\w.-]{1,255}) ?: (?=%)/.exec(rest)
  if (cisco) {
    fields.host = cisco[1]
    rest = rest.slice(cisco[0].length)
  }
  let tagged = readTag(rest, fields)
  const host = tagged || cisco ? undefined : readHost(rest)
  if (host) {
    const after = afterHost(rest, host, fields)
    tagged = readTag(after, fields)
    if (tagged || priority) fields.host ??= host.name
    if (!tagged && priority) fields.message = after
  }
  const parsed = tagged || /^last message repeated \d+ times/.test(rest)
  return result(fields, parsed ? 'parsed' : 'partial', parsed ? 0.95 : priority ? 0.7 : 0.55, time)
}

function result(
  fields: Record<string, unknown>,
  status: Parsed['status'],
  confidence: number,
  time: ReadTimestamp | undefined,
): Parsed {
  return { format: 'syslog', parser: 'rfc3164', status, confidence, content: 'syslog', fields, at: time?.at }
}

/** The time at the start: BSD, ISO 8601, or an epoch with a fraction (Meraki, after its version `1 `). */
function readHeaderTime(text: string): ReadTimestamp | undefined {
  const epoch = /^(?:1 )?(\d{10}\.\d{1,9}) /.exec(text)
  const at = epoch && epochTimestamp(Number(epoch[1]))
  if (epoch && at) return { at, length: epoch[0].length - 1 }
  if (text.charCodeAt(0) === 91) {
    // `[Sat Nov 21 09:29:58 2026] [error] …`
    const inner = readTimestamp(text.slice(1, 64))
    return inner && text[inner.length + 1] === ']' ? { at: inner.at, length: inner.length + 2 } : undefined
  }
  const time = readTimestamp(text)
  if (!time) return undefined
  const next = text[time.length]
  return next === undefined || next === ' ' || next === ':' ? time : undefined
}

/** The text after the host, without the preamble of a forwarding AIX host. */
function afterHost(text: string, host: { length: number }, fields: Record<string, unknown>): string {
  const after = text.slice(host.length).replace(/^: /, '')
  const forwarded = /^Message forwarded from ([\w.-]{1,255}): /.exec(after)
  if (!forwarded) return after
  fields.host = forwarded[1]
  return after.slice(forwarded[0].length)
}

/** Splits `text` into `program`, `pid` and `message`. @returns false if it has no tag. */
function readTag(text: string, fields: Record<string, unknown>): boolean {
  const match = TAG.exec(text)
  const tag = match && (match[3] === ':' || match[2]) ? match : BARE_TAG.exec(text)
  if (!tag || isIPv6(tag[0].replace(/:$/, ''))) return false
  const next = text[tag[0].length]
  if (next !== undefined && next !== ' ' && next !== '\t' && next !== '\n') return false
  fields.program = tag[1]
  if (tag[2] !== undefined) fields.pid = /^\d{1,9}$/.test(tag[2]) ? Number(tag[2]) : tag[2]
  fields.message = text.slice(tag[0].length).replace(/^ /, '')
  // A Cisco tag behind the name of a process: `asa[12]: %ASA-6-302013: …`.
  const inner = /^%[A-Z][A-Z0-9_]{1,31}-(?:[A-Z0-9_]{1,32}-)?[0-7]-[A-Z0-9_]{1,64}: /.exec(fields.message as string)
  if (inner && !tag[1]!.startsWith('%')) {
    fields.program = inner[0].slice(0, -2)
    fields.message = (fields.message as string).slice(inner[0].length)
  }
  return true
}

/** A host name or address; Cisco writes a colon after it. */
function readHost(text: string): { name: string; length: number } | undefined {
  const match = HOST.exec(text)
  if (!match) return undefined
  const word = match[1]!
  if (severityOfWord(word)) return undefined
  if (isIPv6(word)) return { name: word, length: match[0].length }
  const name = word.replace(/^\[|\]?:?$/g, '')
  if (name === '' || (/:/.test(name) && !isIPv6(name))) return undefined
  return { name, length: match[0].length }
}
