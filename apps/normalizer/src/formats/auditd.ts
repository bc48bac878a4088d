import { epochTimestamp } from '../normalize/timestamps.ts'
import { syslogHeader } from './cef.ts'
import { readPairs } from './kv.ts'
import type { Parsed } from './parsed.ts'

const RECORD =
  /(?:^|[ \n])(?:node=(\S{1,255}) )?type=([A-Z0-9_[\]]{2,64}) msg=audit\((\d{1,12}(?:\.\d{1,9})?):(\d{1,20})\): ?/g
/** Values that the kernel writes as hex when they hold a space or a control character. */
const HEX_FIELDS = new Set([
  'proctitle',
  'exe',
  'comm',
  'name',
  'cwd',
  'cmd',
  'data',
  'acct',
  'path',
  'key',
  'dir',
  'vm',
])

/**
 * Linux audit records (`type=SYSCALL msg=audit(1700000000.123:42): …`), bare or after a syslog header. One text may
 * hold several records with the same serial. Later records do not overwrite fields of earlier ones; `type` is the first
 * record's type, `types` holds all of them.
 */
export function parseAuditd(text: string): Parsed | undefined {
  const records = [...text.matchAll(RECORD)].slice(0, 128)
  const first = records[0]
  if (!first) return undefined
  const fields: Record<string, unknown> = {}
  if (first.index > 0) Object.assign(fields, pick(syslogHeader(text.slice(0, first.index))?.fields))
  if (first[1]) fields.node = first[1]
  const types = records.map(record => record[2]!)
  fields.type = types[0]
  if (types.length > 1) fields.types = [...new Set(types)]
  fields.serial = first[4]
  for (const [index, record] of records.entries()) {
    if (record[4] !== first[4]) continue
    const body = text.slice(record.index + record[0].length, records[index + 1]?.index ?? text.length)
    addRecord(fields, record[2]!, body)
  }
  joinArguments(fields)
  return {
    format: 'auditd',
    parser: 'auditd',
    status: 'parsed',
    confidence: 0.99,
    content: 'auditd',
    fields,
    at: epochTimestamp(Number(first[3])),
  }
}

const pick = (fields: Record<string, unknown> | undefined) => (fields?.host ? { host: fields.host } : {})

function addRecord(fields: Record<string, unknown>, type: string, body: string): void {
  // Enriched records repeat their ids as names, after a group separator: `UID="root"`.
  const pairs = readPairs(body.replaceAll('\u001d', ' '))
  const inner = pairs.msg
  if (typeof inner === 'string') {
    delete pairs.msg
    Object.assign(pairs, readPairs(inner))
  }
  const execve = type === 'EXECVE' || type.startsWith('EXECVE')
  for (const [key, value] of Object.entries(pairs)) {
    const hex = HEX_FIELDS.has(key) || (execve && /^a\d{1,4}(?:\[\d{1,4}\])?$/.test(key))
    const decoded = hex ? decodeHex(key, value, body) : value
    // In EXECVE, a0, a1 … are the arguments; in SYSCALL they are registers.
    if (fields[key] === undefined || (execve && /^a\d/.test(key))) fields[key] = decoded
    else if (key === 'name' && type === 'PATH') fields.name = ([] as unknown[]).concat(fields.name, decoded)
  }
}

/** The text of an unquoted hex value of even length. NUL separates the words of a proctitle. */
function decodeHex(key: string, value: string, body: string): string {
  if (value.length < 2 || value.length % 2 === 1 || !/^[0-9A-F]+$/.test(value) || body.includes(`${key}="${value}"`))
    return value
  return Buffer.from(value, 'hex').toString('utf8').replaceAll('\0', ' ').trimEnd()
}

function joinArguments(fields: Record<string, unknown>): void {
  const count = Number(fields.argc)
  if (!Number.isInteger(count) || count < 1) return
  const words: string[] = []
  for (let index = 0; index < Math.min(count, 256); index++) {
    const word = fields[`a${index}`]
    if (typeof word === 'string') words.push(word)
  }
  fields.cmdline = words.join(' ')
}
