/** OCSF observable types (`type_id`). */
const TYPES = {
  Hostname: 1,
  'IP Address': 2,
  'MAC Address': 3,
  'User Name': 4,
  'URL String': 6,
  'File Name': 7,
  Hash: 8,
  'Process Name': 9,
} as const

export interface Observable {
  readonly name: string
  readonly type: keyof typeof TYPES
  readonly type_id: number
  readonly value: string
}

/** Where the compact core holds observables. */
const PATHS: readonly (readonly [string, keyof typeof TYPES])[] = [
  ['device.hostname', 'Hostname'],
  ['src_endpoint.hostname', 'Hostname'],
  ['dst_endpoint.hostname', 'Hostname'],
  ['query.hostname', 'Hostname'],
  ['src_endpoint.ip', 'IP Address'],
  ['dst_endpoint.ip', 'IP Address'],
  ['src_endpoint.mac', 'MAC Address'],
  ['dst_endpoint.mac', 'MAC Address'],
  ['actor.user.name', 'User Name'],
  ['user.name', 'User Name'],
  ['http_request.url.url_string', 'URL String'],
  ['file.name', 'File Name'],
  ['process.file.name', 'File Name'],
  ['process.name', 'Process Name'],
]
const SPLIT = PATHS.map(([path, type]) => ({ path, type, names: path.split('.') }))
const HASH_HOLDERS = ['file', 'module', 'process', 'driver'] as const

const MAX_OBSERVABLES = 32

type Objects = Readonly<Record<string, unknown>>

function valueAt(objects: Objects, names: readonly string[]): unknown {
  let value: unknown = objects
  for (const name of names) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Objects)[name]
  }
  return value
}

/** The values that an analyst pivots on, as OCSF's list of observables. */
export function observablesOf(objects: Objects): Observable[] {
  const out: Observable[] = []
  for (const { path, type, names } of SPLIT) {
    const value = valueAt(objects, names)
    if (typeof value === 'string' && value.length <= 1024) out.push({ name: path, type, type_id: TYPES[type], value })
  }
  for (const holder of HASH_HOLDERS) {
    const names = holder === 'file' ? ['file', 'hashes'] : [holder, 'file', 'hashes']
    const hashes = valueAt(objects, names)
    if (!Array.isArray(hashes)) continue
    for (const hash of hashes as { value: string }[]) {
      out.push({ name: names.join('.'), type: 'Hash', type_id: TYPES.Hash, value: hash.value })
    }
  }
  return out.slice(0, MAX_OBSERVABLES)
}
