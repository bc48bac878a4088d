import { readFileSync } from 'node:fs'

/** Members by name: 0 for a plain value, the allowed values of an enumeration, or the name of an object. */
type Members = Readonly<Record<string, 0 | readonly (number | string)[] | string>>
interface Entity {
  readonly required: readonly string[]
  readonly members: Members
}
interface EventClass extends Entity {
  readonly uid: number
  readonly activities: Readonly<Record<string, string>>
  readonly constraints?: { readonly at_least_one?: readonly string[]; readonly just_one?: readonly string[] }
}
export interface OcsfSchema {
  readonly version: string
  readonly classes: Readonly<Record<string, EventClass>>
  readonly objects: Readonly<Record<string, Entity>>
}

export const OCSF = JSON.parse(
  readFileSync(new URL('../../../ocsf/ocsf-1.8.json', import.meta.url), 'utf8'),
) as OcsfSchema

/**
 * Members of the API's event that are not OCSF's, or have another form there; and the process and the machine that wrote
 * the log, which OCSF has only with a profile.
 */
const OURS = new Set(
  'event_id tenant_id log_source_id asset_id event_time observed_at ingested_at time_quality category event_type category_uid class_uid activity activity_id type_uid severity outcome summary pseudonym_epoch parser unmapped observables message metadata process device'.split(
    ' ',
  ),
)
/**
 * What a finding tells of is under `evidences` in OCSF, a list that cannot be searched by member. Here it is on the top
 * level, as in all other classes.
 */
const OF_EVIDENCE = new Set(
  'src_endpoint dst_endpoint connection_info user process file http_request query url email session api resource'.split(
    ' ',
  ),
)
const MADE = new Set(['time', 'category_uid', 'class_uid', 'activity_id', 'type_uid', 'severity_id', 'metadata'])

/**
 * What is wrong with an event by OCSF 1.8: class, activity, required members, constraints and enumerations; and members
 * that OCSF does not have. @param lacks required members that its source never tells.
 */
export function ocsfFaults(event: Readonly<Record<string, unknown>>, lacks: readonly string[] = []): string[] {
  const name = String(event.event_type)
  const known = OCSF.classes[name]
  if (!known) return [`OCSF has no class ${name}`]
  const faults: string[] = []
  if (event.class_uid !== known.uid) faults.push(`${name} is class ${known.uid}, not ${event.class_uid}`)
  const activity = known.activities[String(event.activity_id)]
  if (activity === undefined) faults.push(`${name} has no activity ${event.activity_id}`)
  else if (activity !== event.activity) faults.push(`activity ${event.activity_id} is ${activity}`)
  for (const member of known.required) {
    if (!MADE.has(member) && event[member] === undefined && !lacks.includes(member))
      faults.push(`${name} requires ${member}`)
  }
  const some = known.constraints?.at_least_one
  // Of a login in a machine's own log, the machine is the destination.
  const told = (member: string): boolean =>
    event[member] !== undefined || (member === 'dst_endpoint' && event.device !== undefined) || lacks.includes(member)
  if (some && !some.some(told)) faults.push(`${name} requires one of ${some.join(', ')}`)
  for (const member of Object.keys(event)) {
    const evidence = known.uid >= 2000 && known.uid < 3000 && OF_EVIDENCE.has(member)
    if (!OURS.has(member) && !evidence) checkMember(member, event[member], known.members[member], faults)
  }
  return faults
}

function checkMember(path: string, value: unknown, member: Members[string] | undefined, faults: string[]): void {
  if (member === undefined) {
    faults.push(`OCSF has no ${path} here`)
    return
  }
  if (typeof member === 'object') {
    if (!member.includes(value as number | string)) faults.push(`${path} may not be ${String(value)}`)
    return
  }
  if (member === 0 || member === 'object') return
  const entity = OCSF.objects[member]
  if (!entity) return
  for (const one of Array.isArray(value) ? value : [value]) {
    if (typeof one !== 'object' || one === null) {
      faults.push(`${path} is an object, not ${typeof one}`)
      continue
    }
    for (const name of Object.keys(one)) {
      checkMember(`${path}.${name}`, (one as Record<string, unknown>)[name], entity.members[name], faults)
    }
  }
}
