import { applyMapping, type Content } from '../../src/normalize/draft.ts'
import { template } from '../../src/normalize/summary.ts'
import { httpActivity } from '../../src/packs/classify.ts'

const SAYS = template(
  '{cs-method} {cs-uri}',
  '{cs-version}',
  'status {sc-status}',
  'from {c-ip}',
  'user {cs-username}',
  'host {cs-host}',
  'referer {cs-referer}',
  'agent {cs-user-agent}',
)

/** Requests in an access log. */
export const web: Content = (source, draft) => {
  applyMapping(source, draft, {
    'c-ip': 'src_endpoint.ip',
    'cs-username': 'actor.user',
    'cs-uri': 'http_request.url.url_string',
    'cs-uri-stem': 'http_request.url.path',
    'cs-version': 'http_request.version',
    'cs-user-agent': 'http_request.user_agent',
    'cs-referer': 'http_request.referrer',
    'sc-status': 'http_response.code',
    'sc-bytes': 'http_response.length',
    host: 'device.hostname',
  })
  source.use('cs-uri-query', 'c-uri', 'c-useragent')
  // Apache's vhost_combined writes `www.corp.example:443`.
  const [hostname, port] = source.text('cs-host')?.split(':', 2) ?? []
  draft.set('http_request.url.hostname', hostname).set('http_request.url.port', port)
  const target = source.text('cs-uri')
  const query = target?.indexOf('?') ?? -1
  if (target && query >= 0) draft.set('http_request.url.query_string', target.slice(query + 1))
  const status = source.take('sc-status')
  const method = source.text('cs-method')
  const activity = httpActivity(method)
  draft.is('http_activity', activity)
  // OCSF has only the methods of RFC 9110.
  if (activity > 0 && activity < 99) draft.set('http_request.http_method', method?.toUpperCase())
  if (typeof status === 'number') {
    draft.end(status >= 400 ? 'failure' : 'success')
    if (status >= 500) draft.atLeast(3)
    else if (status === 401 || status === 403) draft.atLeast(2)
  }
  draft.summary = SAYS(source.fields)
  return true
}
