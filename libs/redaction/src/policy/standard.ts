import { detectors } from './detectors.ts'
import { groupFields } from './group-fields.ts'
import { logEvent } from './log-event.ts'
import type { Policy } from './policy.ts'
import { coverage, records } from './records.ts'

const frozen = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const child of Object.values(value)) frozen(child)
  }
  return value
}

/** The one policy (design section 8). A change of it is a new version, kept beside the old ones in the list of policies. */
export const standardPolicy: Policy = frozen({
  name: 'auditor-standard',
  version: 1,
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
