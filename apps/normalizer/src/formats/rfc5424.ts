import { readTimestamp } from '../normalize/timestamps.ts'
import type { Parsed } from './parsed.ts'
import { type Priority, priorityFields } from './syslog-priority.ts'

/** `<PRI>VERSION TIMESTAMP HOSTNAME APP-NAME PROCID MSGID SD [MSG]` (RFC 5424 section 6). `-` is the nil value. */
const HEADER = /^\d{1,2} (\S{1,64}) (\S{1,255}) (\S{1,255}) (\S{1,128}) (\S{1,255}) ?/

export function parseRfc5424(text: string, priority: Priority): Parsed | undefined {
  const rest = text.slice(priority.length)
  const header = HEADER.exec(rest)
  if (!header) return undefined
  const [, stamp = '-', host = '-', app = '-', procid = '-', msgid = '-'] = header
  const time = stamp === '-' ? undefined : readTimestamp(stamp)
  if (stamp !== '-' && !/^\d{4}-/.test(stamp)) return undefined
  const data = readStructuredData(rest, header[0].length)
  let message = rest.slice(data.end).replace(/^ /, '')
  if (message.charCodeAt(0) === 0xfeff) message = message.slice(1)
  const fields: Record<string, unknown> = { message, ...priorityFields(priority) }
  if (host !== '-') fields.host = host
  if (app !== '-') fields.program = app
  if (procid !== '-') fields.pid = /^\d{1,9}$/.test(procid) ? Number(procid) : procid
  if (msgid !== '-') fields.msgid = msgid
  Object.assign(fields, data.fields)
  return {
    format: 'syslog',
    parser: 'rfc5424',
    status: data.complete && (time || stamp === '-') ? 'parsed' : 'partial',
    confidence: data.complete ? 0.98 : 0.7,
    content: 'syslog',
    fields,
    at: time?.at,
  }
}

interface StructuredData {
  /** `{<sd-id>: {<name>: value}}`. */
  readonly fields: Record<string, Record<string, string>>
  readonly end: number
  readonly complete: boolean
}

/**
 * Structured data from `start`: `-`, or elements `[id name="value" ...]` whose values escape `"`, `\` and `]`. Broken
 * structured data belongs to the message.
 */
function readStructuredData(text: string, start: number): StructuredData {
  if (text[start] === '-') return { fields: {}, end: start + 1, complete: true }
  const fields: Record<string, Record<string, string>> = Object.create(null)
  let at = start
  while (text[at] === '[') {
    const element = readElement(text, at)
    if (!element) return { fields: { ...fields }, end: at, complete: false }
    fields[element.id] = element.params
    at = element.end
  }
  return { fields: { ...fields }, end: at, complete: at > start || start >= text.length }
}

const PARAM = / ([^\s="\]]{1,128})="((?:[^"\\\]]|\\[\s\S])*)"/y
const ID = /\[([^\s="\]]{1,128})/y

function readElement(text: string, start: number) {
  ID.lastIndex = start
  const id = ID.exec(text)
  if (!id) return undefined
  const params: Record<string, string> = {}
  let at = ID.lastIndex
  for (;;) {
    PARAM.lastIndex = at
    const param = PARAM.exec(text)
    if (!param) break
    params[param[1] === '__proto__' ? '_proto_' : param[1]!] = param[2]!.replace(/\\(["\\\]])/g, '$1')
    at = PARAM.lastIndex
  }
  return text[at] === ']' ? { id: id[1] === '__proto__' ? '_proto_' : id[1]!, params, end: at + 1 } : undefined
}
