import type { Content } from '../../src/normalize/draft.ts'
import { activityName, CATEGORIES, categoryUid, classByUid } from '../../src/normalize/ocsf-classes.ts'
import { listing } from '../../src/normalize/summary.ts'

/** Paths of the compact core that are copied from OCSF input. The rest goes to `unmapped`. */
const OBJECT =
  /^(?!.*\.hashes\.)(?:actor|user|src_endpoint|dst_endpoint|device|process|file|query|http_request|http_response|api|connection_info|module|job|session|service|group|cloud|traffic|reg_key|reg_value|win_service|script|driver|tls|url|finding_info|malware|resource|auth_protocol|logon_type|status_code|status_detail)(?:\.|$)/
const METADATA = /^metadata\.(?:product\.|log_name$|log_provider$|event_code$|uid$|original_time$)/
const PLAIN = [
  'class_uid',
  'class_name',
  'category_uid',
  'category_name',
  'activity_id',
  'activity_name',
  'type_uid',
  'type_name',
  'severity',
  'severity_id',
  'status',
  'status_id',
  'time',
  'time_dt',
  'metadata.version',
  'message',
  'action_id',
]

/** OCSF 1.1 or later. Class, category, activity, severity and status are kept as sent. */
export const ocsf: Content = (source, draft) => {
  const number = (name: string): number | undefined => {
    const value = source.take(name)
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
  }
  const word = (name: string): string | undefined => source.text(name)
  draft.classUid = number('class_uid') ?? 0
  const known = classByUid(draft.classUid)
  draft.className = known.name ?? snake(word('class_name')) ?? 'base_event'
  draft.categoryUid = number('category_uid') ?? categoryUid(draft.classUid)
  const caption = word('category_name')
  draft.category = CATEGORIES[draft.categoryUid] ?? snake(caption) ?? 'uncategorized'
  draft.activityId = number('activity_id') ?? 0
  draft.activity = word('activity_name') ?? activityName(known.activities, draft.activityId)
  const severity = number('severity_id') ?? 1
  draft.severityId = severity === 6 ? 5 : severity >= 1 && severity <= 5 ? severity : 1
  const status = number('status_id')
  draft.outcome = status === 1 ? 'success' : status === 2 ? 'failure' : 'unknown'
  draft.actionId = number('action_id')
  for (const name in source.fields) {
    if (!OBJECT.test(name) && !METADATA.test(name)) continue
    source.use(name)
    if (name === 'user' || name === 'actor.user') continue
    draft.set(name, source.fields[name])
  }
  source.use(...PLAIN)
  draft.summary = word('message') ?? listing(source.fields, new Set(PLAIN))
  return true
}

const snake = (caption: string | undefined): string | undefined => {
  const name = caption
    ?.toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .slice(0, 64)
  return name === '' ? undefined : name
}
