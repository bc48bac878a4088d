import type { ViewName } from '../redactor.ts'
import { detectors, PEOPLE } from './detectors.ts'
import { groupFields } from './group-fields.ts'
import { logEvent } from './log-event.ts'
import type { Fields, Policy } from './policy.ts'
import { coverage, records } from './records.ts'

const frozen = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const child of Object.values(value)) frozen(child)
  }
  return value
}

/**
 * The only policy (docs/architecture.md#redaction). A change to it is a new version, kept next to the old ones in the
 * list of policies.
 */
export const standardPolicy: Policy = frozen({
  name: 'auditor-standard',
  version: 3,
  description:
    'Auditors see ids, times, classifications and rule data; persons, machines and addresses as pseudonyms of the tenant; free text without secrets and personal values; nothing else.',
  views: { log_event: { fields: logEvent }, ...records },
  list: {
    next_cursor: 'keep',
    coverage,
  },
  groupFields,
  detectors,
})

type Members = Partial<Record<ViewName, readonly string[] | 'all'>>

/** Members of views by the version that introduced them, so that earlier versions do not change. */
const SINCE_2: Members = { session: ['organisation', 'end_session_url'] }
const SINCE_3: Members = {
  log_event: ['prev_reg_key', 'certificate', 'url'],
  session: ['session_id', 'created_at', 'current'],
  audit_record: ['reads'],
  checkpoint: 'all',
  inclusion_proof: 'all',
  consistency_proof: 'all',
}

const without = (
  since: Members,
  views: Policy['views'],
  change = (fields: Fields): Fields => fields,
): Policy['views'] =>
  Object.fromEntries(
    Object.entries(views).flatMap(([name, view]) => {
      const later = since[name as ViewName] ?? []
      if (later === 'all') return []
      const members = Object.entries(view.fields).filter(([member]) => !later.includes(member))
      return [[name, { ...view, fields: change(Object.fromEntries(members)) }]]
    }),
  ) as Policy['views']

/** Version 2, until November 2026: past answers and audit records name it. */
export const standardPolicy2: Policy = frozen({
  ...standardPolicy,
  version: 2,
  views: without(SINCE_3, standardPolicy.views),
})

/** Fields as they were in version 1, where what people type was `text` like any other. */
const untyped = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([member, rule]) => [
      member,
      typeof rule === 'object' ? untyped(rule) : rule === 'typed_text' ? 'text' : rule,
    ]),
  )

/** Version 1, until November 2026: past answers and audit records name it. */
export const standardPolicy1: Policy = frozen({
  ...standardPolicy2,
  version: 1,
  views: without(SINCE_2, standardPolicy2.views, untyped),
  detectors: detectors.filter(({ id }) => id !== PEOPLE),
})
