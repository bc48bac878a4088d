import { type PersonalType, type Pseudonym, type Redactor, withoutPerson } from '@wardline/redaction'
import { CATEGORIES, CLASSES } from '../normalize/ocsf-classes.ts'

type Members = Readonly<Record<string, unknown>>

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

/** Members of users and endpoints that have pseudonyms, with their types. */
type Types = readonly (readonly [string, PersonalType])[]
const OF_USERS: Types = [
  ['name', 'user'],
  ['email_addr', 'email'],
]
const OF_ENDPOINTS: Types = [
  ['ip', 'ip'],
  ['hostname', 'host'],
]
const ENDPOINTS = ['src_endpoint', 'dst_endpoint', 'device'] as const

/**
 * What `log.event.normalized` shows of an event outside its sealed part: the members above, and pseudonyms of users,
 * addresses and hosts, which the summary needed too. A name of a class or category that a log made up is left out.
 */
export function shownEvent(event: Members, { pseudonym }: Pick<Redactor, 'pseudonym'>): Record<string, unknown> {
  const shown: Record<string, unknown> = {}
  for (const name of PLAIN) if (event[name] !== undefined) shown[name] = event[name]
  if (CATEGORY_NAMES.has(event.category)) shown.category = event.category
  if (CLASS_NAMES.has(event.event_type)) shown.event_type = event.event_type
  const user = party(event.user, OF_USERS, pseudonym)
  if (user) shown.user = user
  const actor = party(membersOf(event.actor)?.user, OF_USERS, pseudonym)
  if (actor) shown.actor = { user: actor }
  for (const name of ENDPOINTS) {
    const endpoint = party(event[name], OF_ENDPOINTS, pseudonym)
    if (endpoint) shown[name] = endpoint
  }
  return shown
}

/** The named members of a user or an endpoint that are there, without people; undefined when none is. */
function party(value: unknown, types: Types, pseudonym: Pseudonym): Members | undefined {
  const members = membersOf(value)
  if (!members) return undefined
  let shown: Record<string, string> | undefined
  for (const [name, type] of types) {
    const said = members[name]
    if (typeof said !== 'string' || said === '') continue
    shown ??= {}
    shown[name] = withoutPerson(type, said, pseudonym)
  }
  return shown
}

const membersOf = (value: unknown): Members | undefined =>
  typeof value === 'object' && value !== null ? (value as Members) : undefined
