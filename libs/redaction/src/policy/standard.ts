import type { ViewName } from '../redactor.ts'
import { detectors, PEOPLE } from './detectors.ts'
import { groupFields } from './group-fields.ts'
import { logEvent } from './log-event.ts'
import type { Fields, Policy, View } from './policy.ts'
import { coverage, records } from './records.ts'

const frozen = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const child of Object.values(value)) frozen(child)
  }
  return value
}

/** The one policy (docs/architecture.md#redaction). A change of it is a new version, kept beside the old ones in the list of policies. */
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

/** Views that came with version 3. */
const SINCE_3: readonly ViewName[] = ['checkpoint', 'inclusion_proof', 'consistency_proof']

/** Version 2, until November 2026: past answers and audit records name it. */
export const standardPolicy2: Policy = frozen({
  ...standardPolicy,
  version: 2,
  views: Object.fromEntries(
    Object.entries(standardPolicy.views).filter(([name]) => !SINCE_3.includes(name as ViewName)),
  ) as Policy['views'],
})

/** Members of views that came with version 2: a member that is added later is listed here too, so that version 1 stays what it was. */
const SINCE_2: Partial<Record<ViewName, readonly string[]>> = { session: ['organisation', 'end_session_url'] }

/** Fields as they were in version 1, where what people type was `text` like any other. */
const untyped = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([member, rule]) => [
      member,
      typeof rule === 'object' ? untyped(rule) : rule === 'typed_text' ? 'text' : rule,
    ]),
  )

const asIn1 = (name: ViewName, view: View): View => {
  const members = Object.entries(view.fields).filter(([member]) => !SINCE_2[name]?.includes(member))
  return { ...view, fields: untyped(Object.fromEntries(members)) }
}

/** Version 1, until November 2026: past answers and audit records name it. */
export const standardPolicy1: Policy = frozen({
  ...standardPolicy2,
  version: 1,
  views: Object.fromEntries(
    Object.entries(standardPolicy2.views).map(([name, view]) => [name, asIn1(name as ViewName, view)]),
  ) as Policy['views'],
  detectors: detectors.filter(({ id }) => id !== PEOPLE),
})
