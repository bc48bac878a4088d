import { boundedExtra } from './bounded-extra.ts'

/** A heartbeat as validated against `openapi/enrollment.yaml`: typed named members, and anything else. */
export interface Heartbeat extends Readonly<Record<string, unknown>> {
  readonly hostname: string
  readonly os_family?: string
  readonly os_version?: string
  readonly disks?: readonly Readonly<Record<string, unknown>>[]
  readonly network_interfaces?: readonly Readonly<Record<string, unknown>>[]
  readonly boot_id?: string
  readonly sequence?: number
}

const SCALARS = [
  'hostname',
  'os_family',
  'os_version',
  'uptime_seconds',
  'cpu_count',
  'cpu_usage_percent',
  'memory_total_bytes',
  'memory_used_bytes',
  'process_count',
  'boot_id',
  'sequence',
] as const
const LISTS = {
  disks: ['mount', 'total_bytes', 'used_bytes'],
  network_interfaces: ['name', 'mac_address', 'ip_addresses'],
} as const
/** Hardware fingerprints never become posture: they are stored only as keyed hashes, and only from the exchange. */
const NEVER_KEPT = ['fingerprint', 'machine_id', 'serial_number', 'hardware_uuid'] as const

const NAMED = new Set<string>([...SCALARS, ...Object.keys(LISTS), ...NEVER_KEPT])

export interface Posture {
  readonly facts: Readonly<Record<string, unknown>>
  readonly extraJson: string
  readonly truncated: boolean
}

/** What is stored of a heartbeat: its named facts, and the rest within limits. */
export function postureOf(heartbeat: Heartbeat): Posture {
  const facts: Record<string, unknown> = {}
  for (const name of SCALARS) if (heartbeat[name] !== undefined) facts[name] = heartbeat[name]
  let narrowed = false
  for (const [name, members] of Object.entries(LISTS)) {
    const list = heartbeat[name]
    if (!Array.isArray(list)) continue
    facts[name] = list.map(item => picked(item as Record<string, unknown>, members))
    narrowed ||= list.some(item => Object.keys(item as object).some(key => !members.includes(key as never)))
  }
  const extra = boundedExtra(Object.entries(heartbeat).filter(([name]) => !NAMED.has(name)))
  return { facts, extraJson: extra.json, truncated: extra.truncated || narrowed }
}

const picked = (item: Readonly<Record<string, unknown>>, members: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(members.filter(m => item[m] !== undefined).map(m => [m, item[m]]))
