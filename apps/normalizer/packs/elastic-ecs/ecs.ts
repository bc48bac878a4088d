import { applyMapping, type Content, type Mapping, type Source } from '../../src/normalize/draft.ts'
import type { ClassName } from '../../src/normalize/ocsf-classes.ts'
import { severityOfWord } from '../../src/normalize/severity.ts'
import { listing } from '../../src/normalize/summary.ts'
import { httpActivity } from '../../src/packs/classify.ts'

const FIELDS: Mapping = {
  'source.ip': 'src_endpoint.ip',
  'source.address': 'src_endpoint.ip',
  'source.port': 'src_endpoint.port',
  'source.mac': 'src_endpoint.mac',
  'source.domain': 'src_endpoint.hostname',
  'client.ip': 'src_endpoint.ip',
  'destination.ip': 'dst_endpoint.ip',
  'destination.address': 'dst_endpoint.ip',
  'destination.port': 'dst_endpoint.port',
  'destination.mac': 'dst_endpoint.mac',
  'destination.domain': 'dst_endpoint.hostname',
  'server.ip': 'dst_endpoint.ip',
  'host.hostname': 'device.hostname',
  'host.name': 'device.hostname',
  'host.os.type': 'device.os.type',
  'process.name': 'process.name',
  'process.pid': 'process.pid',
  'process.executable': 'process.file.path',
  'process.command_line': 'process.cmd_line',
  'process.working_directory': 'process.working_directory',
  'process.parent.pid': 'process.parent_process.pid',
  'process.parent.name': 'process.parent_process.name',
  'process.parent.executable': 'process.parent_process.file.path',
  'process.parent.command_line': 'process.parent_process.cmd_line',
  'file.path': 'file.path',
  'file.name': 'file.name',
  'url.original': 'http_request.url.url_string',
  'url.full': 'http_request.url.url_string',
  'http.request.method': 'http_request.http_method',
  'user_agent.original': 'http_request.user_agent',
  'http.response.status_code': 'http_response.code',
  'dns.question.name': 'query.hostname',
  'dns.question.type': 'query.type',
  'registry.path': 'reg_key.path',
  'network.transport': 'connection_info.protocol_name',
  'network.direction': 'connection_info.direction',
  'event.code': 'metadata.event_code',
  'event.provider': 'metadata.log_provider',
  'event.dataset': 'metadata.log_name',
  'observer.vendor': 'metadata.product.vendor_name',
  'observer.product': 'metadata.product.name',
  'group.name': 'group.name',
}

/** Class by `event.category`, most specific first. The activity comes from `event.type` where it matters. */
const CATEGORIES: readonly (readonly [string, ClassName, Readonly<Record<string, number>>])[] = [
  ['authentication', 'authentication', { start: 1, end: 2, '': 1 }],
  ['session', 'authentication', { start: 1, end: 2, '': 1 }],
  ['web', 'http_activity', {}],
  ['process', 'process_activity', { start: 1, end: 2, access: 3, '': 1 }],
  ['file', 'file_activity', { creation: 1, access: 2, change: 3, deletion: 4, '': 0 }],
  ['registry', 'registry_value_activity', { creation: 2, change: 3, deletion: 4, access: 1, '': 2 }],
  ['iam', 'account_change', { creation: 1, deletion: 6, '': 99 }],
  ['malware', 'detection_finding', { '': 1 }],
  ['intrusion_detection', 'detection_finding', { '': 1 }],
  ['network', 'network_activity', { start: 1, connection: 1, end: 2, denied: 5, '': 6 }],
]

/** Elastic Common Schema. */
export const ecs: Content = (source, draft) => {
  applyMapping(source, draft, FIELDS)
  const categories = list(source, 'event.category')
  const types = list(source, 'event.type')
  const entry = CATEGORIES.find(([category]) => categories.includes(category))
  if (draft.objects.query !== undefined) draft.is('dns_activity', 1)
  else if (entry) {
    const [, name, activities] = entry
    const type = types.find(t => Object.hasOwn(activities, t)) ?? ''
    const method = source.text('http.request.method')
    draft.is(name, name === 'http_activity' ? httpActivity(method) : (activities[type] ?? 0))
  }
  // ECS has one user: for a login, the one who logs in; for anything else, the one who acts.
  const concerned = draft.categoryUid === 3
  draft.set(concerned ? 'user' : 'actor.user', source.text('user.name'))
  draft.set(`${concerned ? 'user' : 'actor.user'}.domain`, source.text('user.domain'))
  draft.set(`${concerned ? 'user' : 'actor.user'}.uid`, source.text('user.id'))
  draft.set('user', source.text('user.target.name')).set('actor.user', source.text('user.effective.name'))
  const outcome = source.text('event.outcome')
  if (outcome === 'success' || outcome === 'failure') draft.end(outcome)
  if (types.includes('denied')) draft.refuse()
  if (draft.outcome === 'failure') draft.atLeast(2)
  draft.atLeast(severityOfWord(source.text('log.level')) ?? 1)
  const message = source.text('message')
  source.use('@timestamp', 'ecs.version')
  const said = listing(source.fields, new Set(['message', '@timestamp', 'ecs.version']), 3000)
  draft.summary = message ? `${message} ${said}` : said
  return true
}

function list(source: Source, name: string): readonly string[] {
  const value = source.take(name)
  return (Array.isArray(value) ? value : [value]).map(item => String(item).toLowerCase())
}
