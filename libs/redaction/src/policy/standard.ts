import type { ViewName } from '../redactor.ts'
import { detectors } from './detectors.ts'
import { filters } from './filters.ts'
import { frozen } from './frozen.ts'
import { groupFields } from './group-fields.ts'
import { logEvent } from './log-event.ts'
import type { Policy, View } from './policy.ts'
import { coverage, records } from './records.ts'
import { types } from './types/types.ts'

const views: Readonly<Record<ViewName, View>> = {
  log_event: { fields: logEvent, epoch: 'pseudonym_epoch' },
  ...records,
}

/** Each view with what auditors may filter it by. */
const askable = Object.fromEntries(
  Object.entries(views).map(([name, view]) => {
    const allowed = filters[name as ViewName]
    return [name, allowed === undefined ? view : { ...view, filters: allowed }]
  }),
) as Record<ViewName, View>

/**
 * The only policy (docs/architecture.md#redaction). A change to it is a new version; the one before it is kept as data
 * (`past/`).
 */
export const standardPolicy: Policy = frozen({
  name: 'auditor-standard',
  version: 4,
  description:
    'Auditors see numbers, times, ids of ours and words of closed lists; persons, machines and addresses as pseudonyms of the tenant; any other text without secrets and personal values; nothing else.',
  views: askable,
  list: {
    next_cursor: 'cursor',
    coverage,
  },
  groupFields,
  types,
  detectors,
})
