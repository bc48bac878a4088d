import type { LogEventNormalizedPayload } from '@wardline/events'
import type { Origin } from './log-sources.ts'
import { CHANNEL_OF_PROVIDER, serviceOfChannel, windowsCategories } from './windows-log-sources.ts'

/** The parts of a normalized event that tell its origin. */
export type Originating = Pick<LogEventNormalizedPayload, 'product' | 'event' | 'source_fields'>

const lower = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= 256 ? value.trim().toLowerCase() || undefined : undefined

const text = (value: unknown): string =>
  typeof value === 'number' ? String(value) : typeof value === 'string' ? value.slice(0, 32) : ''

/**
 * The EventID as text, and the channel of a Windows event, which may come from its provider, lower case; undefined for
 * any other event.
 */
function windowsEvent(fields: Readonly<Record<string, unknown>>): { id: string; channel: string } | undefined {
  const id = text(fields.EventID ?? fields.EventId ?? fields.event_id)
  if (!/^\d{1,6}$/.test(id)) return undefined
  const provider =
    lower(fields.Provider_Name ?? fields.ProviderName ?? fields.SourceName ?? fields.EventSourceName) ?? ''
  const channel = lower(fields.Channel) ?? CHANNEL_OF_PROVIDER[provider]
  return channel !== undefined || provider !== '' ? { id, channel: channel ?? '' } : undefined
}

/** Vendors and products that Sigma spells differently. */
const SIGMA_NAME: Readonly<Record<string, string>> = {
  amazon: 'aws',
  'amazon web services': 'aws',
  'microsoft azure': 'azure',
  entra: 'azure',
  'microsoft 365': 'm365',
  'office 365': 'm365',
  o365: 'm365',
  'google cloud': 'gcp',
  'google cloud platform': 'gcp',
  'palo alto networks': 'paloalto',
  fortinet: 'fortigate',
  apple: 'macos',
}

const OPERATING_SYSTEMS: readonly string[] = ['windows', 'linux', 'macos']
/** Vendors whose name does not tell which product's rules apply. */
const NOT_PRODUCTS: readonly string[] = [
  'microsoft',
  'google',
  'generic',
  'other',
  'unknown',
  'custom',
  'opensource',
  'open source',
]

/** Sigma categories of OCSF classes, for events that are not from Windows. */
const CATEGORIES_OF_CLASS: Readonly<Record<number, readonly string[]>> = {
  1001: ['file_event'],
  3002: ['authentication'],
  4001: ['firewall', 'network_connection'],
  4002: ['webserver', 'proxy'],
  4003: ['dns', 'dns_query'],
}

/** Linux programs whose lines belong to these Sigma services in addition to their own. */
const AUTH_PROGRAMS: readonly string[] = [
  'sshd',
  'sudo',
  'su',
  'login',
  'systemd-logind',
  'polkitd',
  'pkexec',
  'useradd',
  'usermod',
  'groupadd',
  'passwd',
]
const CRON_PROGRAMS: readonly string[] = ['cron', 'crond', 'anacron', 'crontab']

/**
 * The origin of an event: from its content if that is clear (Windows, CloudTrail, …), and from its source's
 * registration.
 */
export function originOfEvent({ product, event, source_fields: fields }: Originating): Origin {
  const windows = windowsEvent(fields)
  if (windows) {
    const service = serviceOfChannel(windows.channel)
    return {
      categories: windowsCategories(windows.channel, windows.id),
      products: ['windows'],
      services: service ? [service] : [],
      open: [],
    }
  }
  const declared = [lower(product.vendor), lower(product.product)].flatMap(name =>
    name ? [name, SIGMA_NAME[name] ?? name] : [],
  )
  const names = [...new Set(declared.flatMap(name => [name, name.replaceAll(' ', '_'), name.replaceAll(' ', '-')]))]
  const program = lower(fields.program ?? (event.metadata as { log_provider?: unknown } | undefined)?.log_provider)
  const recognised = recognise(product.format, fields)
  const system = systemOf(product.format, names)
  const categories = [...names, ...categoriesOf(event), ...(recognised?.categories ?? [])]
  const services = [...names, ...(recognised?.services ?? []), ...servicesOf(product.format, program)]
  return {
    categories,
    products: [...names, ...(recognised?.products ?? []), ...(system ? [system] : [])],
    services,
    open: names.filter(name => !OPERATING_SYSTEMS.includes(name) && !NOT_PRODUCTS.includes(name)),
  }
}

function categoriesOf(event: Readonly<Record<string, unknown>>): readonly string[] {
  const classId = event.class_uid
  if (classId === 1007) return event.activity_id === 2 ? [] : ['process_creation']
  return typeof classId === 'number' ? (CATEGORIES_OF_CLASS[classId] ?? []) : []
}

function recognise(format: string, fields: Readonly<Record<string, unknown>>): Partial<Origin> | undefined {
  const has = (...names: string[]): boolean => names.every(name => fields[name] !== undefined)
  if (format === 'cloudtrail' || has('eventSource', 'eventName', 'awsRegion'))
    return { products: ['aws'], services: ['cloudtrail'] }
  if (has('auditID', 'verb', 'objectRef'))
    return { products: ['kubernetes'], services: ['audit'], categories: ['application'] }
  if (has('eventType', 'outcome', 'actor', 'published')) return { products: ['okta'], services: ['okta'] }
  if (has('protoPayload', 'logName')) return { products: ['gcp'], services: ['gcp.audit'] }
  if (format === 'auditd') return { products: ['linux'], services: ['auditd'] }
  if (format === 'macos_log') return { products: ['macos'] }
  if (format === 'web_access') return { categories: ['webserver'], services: ['apache', 'nginx'] }
  return undefined
}

/** A syslog line without a registered product counts as Linux, unless its source says macOS. */
function systemOf(format: string, names: readonly string[]): string | undefined {
  const named = OPERATING_SYSTEMS.find(system => names.includes(system))
  if (named) return named
  return format === 'syslog' || format === 'auditd' ? 'linux' : undefined
}

function servicesOf(format: string, program: string | undefined): readonly string[] {
  // OpenSSH splits its server into `sshd-session` and `sshd-auth`.
  const own = program ? [program, ...(program.startsWith('sshd-') ? ['sshd'] : [])] : []
  const auth = own.some(name => AUTH_PROGRAMS.includes(name)) ? ['auth'] : []
  const cron = program && CRON_PROGRAMS.includes(program) ? ['cron'] : []
  return [...own, ...auth, ...cron, ...(format === 'syslog' ? ['syslog'] : [])]
}
