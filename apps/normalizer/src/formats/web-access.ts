import { readTimestamp, type Timestamp } from '../normalize/timestamps.ts'
import { syslogHeader } from './cef.ts'
import type { Parsed } from './parsed.ts'

/**
 * Common and combined log format: `host ident user [time] "request" status bytes ["referer" "agent"]`, with an optional
 * virtual host in front.
 */
const ACCESS =
  /^(?:([\w.-]{1,255}(?::\d{1,5})?) )?(\S{1,255}) (\S{1,255}) (\S{1,255}) \[([^\]]{1,64})\] "((?:[^"\\]|\\[\s\S])*)" (\d{3}|-) (\d{1,18}|-)(?: "((?:[^"\\]|\\[\s\S])*)" "((?:[^"\\]|\\[\s\S])*)")?/
const REQUEST = /^([A-Za-z_-]{1,32}) (\S+)(?: (HTTP\/[\d.]{1,5}))?\s*$/

/**
 * An access log line, bare or after a syslog header. Field names are SigmaHQ's for web servers (`cs-method`, `c-ip`,
 * `sc-status`, …).
 */
export function parseWebAccess(text: string): Parsed | undefined {
  const direct = fieldsOf(text)
  if (direct) return result(direct.fields, direct.at, 0.97)
  const inner = /^((?:<\d{1,3}>)?.{1,256}?\]?: )(?=\S{1,255} \S{1,255} \S{1,255} \[)/.exec(text)
  const wrapped = inner && fieldsOf(text.slice(inner[0].length))
  if (!wrapped) return undefined
  const header = syslogHeader(inner[1]!.replace(/: $/, ':'))?.fields
  return result({ ...(header?.host ? { host: header.host } : {}), ...wrapped.fields }, wrapped.at, 0.95)
}

const result = (fields: object, at: Timestamp | undefined, confidence: number): Parsed => ({
  format: 'web_access',
  parser: 'web_access',
  status: 'parsed',
  confidence,
  content: 'web',
  fields,
  at,
})

function fieldsOf(text: string): { fields: Record<string, unknown>; at: Timestamp | undefined } | undefined {
  const match = ACCESS.exec(text)
  if (!match) return undefined
  const [, vhost, client, , user, stamp = '', rawRequest = '', status, bytes, referer, agent] = match
  const time = readTimestamp(stamp)
  if (!time) return undefined
  const request = unescaped(rawRequest)
  const fields: Record<string, unknown> = { 'c-ip': client }
  const set = (name: string, value: unknown) => {
    if (value !== undefined && value !== '-' && value !== '') fields[name] = value
  }
  set('cs-host', vhost)
  set('cs-username', user)
  const line = REQUEST.exec(request)
  if (line) {
    const target = line[2]!
    const query = target.indexOf('?')
    set('cs-method', line[1])
    set('cs-uri', target)
    set('cs-uri-stem', query < 0 ? target : target.slice(0, query))
    // SigmaHQ's rules look for paths in cs-uri-query too: it holds the whole request target.
    set('cs-uri-query', target)
    set('c-uri', target)
    set('cs-version', line[3])
  } else set('cs-uri', request)
  set('sc-status', status === '-' ? undefined : Number(status))
  set('sc-bytes', bytes === '-' ? undefined : Number(bytes))
  set('cs-referer', referer && unescaped(referer))
  set('cs-user-agent', agent && unescaped(agent))
  set('c-useragent', agent && unescaped(agent))
  return { fields, at: time.at }
}

/** Apache escapes quotes, backslashes and control bytes. */
function unescaped(text: string): string {
  if (!text.includes('\\')) return text
  return text.replace(/\\(?:x([0-9a-fA-F]{2})|(["\\]))/g, (_, hex?: string, c?: string) =>
    hex ? String.fromCharCode(Number.parseInt(hex, 16)) : (c ?? ''),
  )
}
