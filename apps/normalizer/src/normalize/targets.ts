import { isIP } from 'node:net'

/** Names whose value is always a whole number (process ids, ports, codes, sizes, counts). */
const INTEGERS = new Set([
  'pid',
  'ppid',
  'tid',
  'port',
  'code',
  'size',
  'bytes',
  'bytes_in',
  'bytes_out',
  'packets',
  'logon_type_id',
  'vlan_uid',
  'duration',
  'length',
  'protocol_num',
])
/** Objects that an account text (`DOMAIN\user`, `user@domain`) fills. */
const ACCOUNTS = new Set(['user', 'actor.user', 'process.user', 'actor.process.user', 'process.parent_process.user'])

type Objects = Record<string, unknown>

/**
 * Puts a source value at a dotted OCSF path, converted to the type of that path: numbers for pids and ports (`0x1a4`
 * too), addresses without brackets and IPv4 mapping, accounts split, hashes as a list. Blank values (`-`, ``) are left
 * out; a value that is already set stays.
 */
export function putTarget(objects: Objects, path: string, value: unknown): void {
  if (value === undefined || value === null || value === '' || value === '-' || value === '?') return
  if (ACCOUNTS.has(path)) {
    putAccount(objects, path, value)
    return
  }
  const last = path.slice(path.lastIndexOf('.') + 1)
  if (INTEGERS.has(last)) {
    putAt(objects, path, wholeNumber(value, last === 'port'))
    return
  }
  if (last === 'ip') {
    putAddress(objects, path, value)
    return
  }
  if (last === 'privileges') {
    putAt(objects, path, typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : undefined)
    return
  }
  if (last === 'hashes') {
    putAt(objects, path, hashList(value))
    return
  }
  putAt(
    objects,
    path,
    typeof value === 'object' ? textOfList(value) : typeof value === 'string' ? value : String(value),
  )
}

/** Sets a converted value unless one is already set. */
export function putAt(objects: Objects, path: string, value: unknown): void {
  if (value === undefined) return
  let holder = objects
  let start = 0
  for (let dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', start)) {
    const name = path.slice(start, dot)
    const next = holder[name]
    if (typeof next === 'object' && next !== null) holder = next as Objects
    else {
      const made: Objects = {}
      holder[name] = made
      holder = made
    }
    start = dot + 1
  }
  const last = start === 0 ? path : path.slice(start)
  if (holder[last] === undefined) holder[last] = value
}

const textOfList = (value: object): string | undefined =>
  Array.isArray(value) ? value.filter(v => v !== null && typeof v !== 'object').join(', ') : undefined

/** A whole number from a number or from its decimal or hexadecimal text; otherwise undefined. Port 0 means no port. */
export function wholeNumber(value: unknown, port = false): number | undefined {
  let n: number
  if (typeof value === 'number') n = Math.trunc(value)
  else if (typeof value === 'string' && /^(?:-?\d{1,15}|0x[0-9a-fA-F]{1,12})$/.test(value.trim()))
    n = Number(value.trim())
  else return undefined
  if (!Number.isSafeInteger(n)) return undefined
  return port && (n <= 0 || n > 65_535) ? undefined : n
}

/** An address without brackets, zone and IPv4 mapping, in lower case; undefined if the value is not an address. */
export function ipAddress(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 64) return undefined
  let text = value.trim()
  if (text.startsWith('[') && text.endsWith(']')) text = text.slice(1, -1)
  const zone = text.indexOf('%')
  if (zone > 0) text = text.slice(0, zone)
  const version = isIP(text)
  if (version === 4) return text
  if (version !== 6) return undefined
  const lower = text.toLowerCase()
  const mapped = /^(?:::ffff:|0:0:0:0:0:ffff:)(\d{1,3}(?:\.\d{1,3}){3})$/.exec(lower)
  return mapped?.[1] ?? lower
}

/** Sets an address, and its port if it has one. A name goes to `hostname` of the same endpoint. */
function putAddress(objects: Objects, path: string, value: unknown): void {
  const text = Array.isArray(value) ? value.find(v => typeof v === 'string') : value
  const ip = ipAddress(text)
  if (ip) {
    putAt(objects, path, ip)
    return
  }
  if (typeof text !== 'string') return
  const holder = path.slice(0, -2)
  const ported = /^(?:(\d{1,3}(?:\.\d{1,3}){3})|\[([0-9a-fA-F:.]{2,45})\]):(\d{1,5})$/.exec(text.trim())
  const address = ported && ipAddress(ported[1] ?? ported[2])
  if (ported && address) {
    putAt(objects, path, address)
    putAt(objects, `${holder}port`, wholeNumber(ported[3], true))
  } else if (/^[A-Za-z0-9_][\w.-]{0,254}$/.test(text)) putAt(objects, `${holder}hostname`, text)
}

/** `DOMAIN\user` and `user@domain.example` are split; anything else is a name. */
function putAccount(objects: Objects, path: string, value: unknown): void {
  const text = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
  if (text === '' || text === '-') return
  const slash = text.indexOf('\\')
  if (slash > 0) {
    putAt(objects, `${path}.name`, text.slice(slash + 1) || undefined)
    putAt(objects, `${path}.domain`, text.slice(0, slash))
    return
  }
  if (/^S-1-\d[\d-]*$/.test(text)) {
    putAt(objects, `${path}.uid`, text)
    return
  }
  putAt(objects, `${path}.name`, text)
  if (/^[^@\s]{1,64}@[\w.-]{1,190}\.[A-Za-z]{2,24}$/.test(text)) putAt(objects, `${path}.email_addr`, text)
}

const ALGORITHMS: Readonly<Record<string, number>> = { MD5: 1, 'SHA-1': 2, 'SHA-256': 3, 'SHA-512': 4 }
const ALGORITHM_NAMES: Readonly<Record<string, string>> = {
  MD5: 'MD5',
  SHA1: 'SHA-1',
  SHA256: 'SHA-256',
  SHA512: 'SHA-512',
  IMPHASH: 'IMPHASH',
}

/** Sysmon's `SHA1=…,MD5=…` as OCSF fingerprints. */
function hashList(value: unknown): object[] | undefined {
  if (typeof value !== 'string') return undefined
  const list: object[] = []
  for (const part of value.split(',', 8)) {
    const [name = '', hash = ''] = part.split('=', 2)
    const algorithm = ALGORITHM_NAMES[name.trim().toUpperCase()]
    if (algorithm && /^[0-9A-Fa-f]{16,128}$/.test(hash)) {
      list.push({ algorithm, algorithm_id: ALGORITHMS[algorithm] ?? 99, value: hash.toLowerCase() })
    }
  }
  return list.length > 0 ? list : undefined
}
