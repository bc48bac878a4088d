import type { PersonalValue } from '@wardline/redaction'

/**
 * Accounts, hosts and addresses that name no person and no device of the tenant: they stay readable in summaries. Lower case.
 * The one list of this kind.
 */
const NOT_PERSONAL = new Set([
  '',
  '-',
  'n/a',
  'null',
  'none',
  'unknown',
  '(unknown)',
  'anonymous',
  'anonymous logon',
  'root',
  'system',
  'local system',
  'localsystem',
  'local service',
  'network service',
  'nt authority',
  'nt service',
  'builtin',
  'window manager',
  'font driver host',
  'workgroup',
  'everyone',
  'nobody',
  'daemon',
  'localhost',
  'localhost.localdomain',
  '127.0.0.1',
  '0.0.0.0',
  '::1',
  '::',
])
const VIRTUAL_ACCOUNT = /^(?:dwm|umfd)-\d{1,4}$/

export const isPersonal = (value: string): boolean => {
  const folded = value.toLowerCase()
  return !NOT_PERSONAL.has(folded) && !VIRTUAL_ACCOUNT.test(folded)
}

interface User {
  readonly name?: unknown
  readonly domain?: unknown
  readonly uid?: unknown
  readonly email_addr?: unknown
}
interface Endpoint {
  readonly ip?: unknown
  readonly hostname?: unknown
  readonly mac?: unknown
}

/** The users and endpoints of an event's OCSF objects, wherever they stand in the compact core. */
export function partiesOf(objects: Readonly<Record<string, unknown>>): { users: User[]; endpoints: Endpoint[] } {
  const at = (holder: unknown, name: string): unknown =>
    typeof holder === 'object' && holder !== null ? (holder as Record<string, unknown>)[name] : undefined
  const { actor, user, process, src_endpoint, dst_endpoint, device } = objects
  const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
  return {
    users: [at(actor, 'user'), user, at(process, 'user'), at(at(process, 'parent_process'), 'user')].filter(isObject),
    endpoints: [src_endpoint, dst_endpoint, device].filter(isObject),
  }
}

/** Personal values of the structured fields: what must not stand in clear in the summary (design section 7). */
export function personalValues(objects: Readonly<Record<string, unknown>>): PersonalValue[] {
  const { users, endpoints } = partiesOf(objects)
  const out: PersonalValue[] = []
  const seen = new Set<string>()
  const add = (type: PersonalValue['type'], value: unknown) => {
    if (typeof value !== 'string' || value.length > 256 || !isPersonal(value)) return
    const key = `${type} ${value}`
    if (seen.has(key)) return
    seen.add(key)
    out.push({ type, value })
  }
  for (const user of users) {
    const email = typeof user.name === 'string' && user.name === user.email_addr
    add(email ? 'email' : 'user', user.name)
    add('email', user.email_addr)
    if (typeof user.uid === 'string' && user.uid.startsWith('S-1-5-21-')) add('sid', user.uid)
  }
  for (const endpoint of endpoints) {
    add('ip', endpoint.ip)
    add('mac', endpoint.mac)
    add('host', endpoint.hostname)
    const short = typeof endpoint.hostname === 'string' ? endpoint.hostname.split('.', 1)[0]! : ''
    if (short.length > 2 && !/^[\d:]+$/.test(short)) add('host', short)
  }
  // The domain of a local account is the machine's own name.
  for (const user of users) add('host', user.domain)
  return out
}
