import { isIP } from 'node:net'
import { isPersonal, type PersonalType, type Redactor } from '@wardline/redaction'
import { CATEGORIES, CLASSES } from '../normalize/ocsf-classes.ts'

type Members = Readonly<Record<string, unknown>>
type Pseudonyms = Pick<Redactor, 'pseudonym'>

/** Numbers, times, our own ids and words of our own lists; and the summary, which is redacted. */
const PLAIN = [
  'event_id',
  'tenant_id',
  'log_source_id',
  'asset_id',
  'event_time',
  'observed_at',
  'ingested_at',
  'time_quality',
  'class_uid',
  'category_uid',
  'activity_id',
  'type_uid',
  'severity',
  'severity_id',
  'outcome',
  'status_id',
  'action_id',
  'summary',
  'pseudonym_epoch',
  'parser',
] as const

const CLASS_NAMES: ReadonlySet<unknown> = new Set(Object.values(CLASSES).map(({ name }) => name))
const CATEGORY_NAMES: ReadonlySet<unknown> = new Set(Object.values(CATEGORIES))

/**
 * What `log.event.normalized` shows of an event outside its sealed part: the members above, and pseudonyms of users,
 * addresses and hosts, which the summary needed too. A name of a class or category that a log made up is left out.
 */
export function shownEvent(event: Members, redactor: Pseudonyms): Record<string, unknown> {
  const shown: Record<string, unknown> = {}
  for (const name of PLAIN) if (event[name] !== undefined) shown[name] = event[name]
  if (CATEGORY_NAMES.has(event.category)) shown.category = event.category
  if (CLASS_NAMES.has(event.event_type)) shown.event_type = event.event_type
  put(shown, 'user', shownUser(event.user, redactor))
  const actor = shownUser(members(event.actor)?.user, redactor)
  if (actor) shown.actor = { user: actor }
  for (const name of ['src_endpoint', 'dst_endpoint', 'device']) put(shown, name, shownEndpoint(event[name], redactor))
  return shown
}

function shownUser(value: unknown, redactor: Pseudonyms): Members | undefined {
  const user = members(value)
  if (!user) return undefined
  const shown: Record<string, unknown> = {}
  put(shown, 'name', pseudonymOf('user', user.name, redactor))
  put(shown, 'email_addr', pseudonymOf('email', user.email_addr, redactor))
  return someOf(shown)
}

function shownEndpoint(value: unknown, redactor: Pseudonyms): Members | undefined {
  const endpoint = members(value)
  if (!endpoint) return undefined
  const shown: Record<string, unknown> = {}
  put(shown, 'ip', pseudonymOf('ip', endpoint.ip, redactor))
  put(shown, 'hostname', pseudonymOf('host', endpoint.hostname, redactor))
  return someOf(shown)
}

/** Values that name nobody (`root`, loopback) are on a list of ours, or are addresses. */
function pseudonymOf(type: PersonalType, value: unknown, redactor: Pseudonyms): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  if (!isPersonal(type, value) && (type !== 'ip' || isIP(value) !== 0)) return value
  return redactor.pseudonym(type, value)
}

const members = (value: unknown): Members | undefined =>
  typeof value === 'object' && value !== null ? (value as Members) : undefined

const someOf = (shown: Members): Members | undefined => (Object.keys(shown).length > 0 ? shown : undefined)

function put(shown: Record<string, unknown>, name: string, value: unknown): void {
  if (value !== undefined) shown[name] = value
}
