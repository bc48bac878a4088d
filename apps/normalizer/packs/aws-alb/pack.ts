import {
  type Draft,
  definePack,
  type Fields,
  httpActivity,
  type Kind,
  named,
  type Source,
} from '../../src/packs/kit.ts'

const NAMES =
  'type time elb client target request_processing_time target_processing_time response_processing_time elb_status_code target_status_code received_bytes sent_bytes'.split(
    ' ',
  )
/** What the balancer writes before anything that the client sent. */
const FRONT =
  /^(https?|h2|grpcs?|wss?) (\d{4}-\d\d-\d\dT[\d:.]{8,15}Z) ([\w./-]{1,128}) ([0-9a-fA-F.:[\]]{2,53}|-) ([0-9a-fA-F.:[\]]{2,53}|-) (-?[\d.]{1,16}) (-?[\d.]{1,16}) (-?[\d.]{1,16}) (\d{3}|-) (\d{3}|-) (\d{1,15}) (\d{1,15}) /
/** Request, agent and what follows. Only if no quote is in them is it certain where they end. */
const BACK =
  /^"([^"]*)" "([^"]*)" (\S{1,64}) (\S{1,32}) (\S{1,256}) "([^"]*)" "([^"]*)" "([^"]*)" (\S{1,16}) (\S{1,40}) "([^"]*)" "([^"]*)" "([^"]*)"/
const BACK_NAMES =
  'request user_agent ssl_cipher ssl_protocol target_group_arn trace_id domain_name chosen_cert_arn matched_rule_priority request_creation_time actions_executed redirect_url error_reason'.split(
    ' ',
  )

function read(message: string): Fields | undefined {
  const front = FRONT.exec(message)
  if (!front) return undefined
  const back = BACK.exec(message.slice(front[0].length))
  const fields: Record<string, string> = { ...named(NAMES, front.slice(1)), ...named(BACK_NAMES, back?.slice(1) ?? []) }
  const request = /^([A-Z]{1,16}) (\S{1,8192}) (HTTP\/\d(?:\.\d)?)$/.exec(fields.request ?? '')
  if (request) {
    fields.method = request[1]!
    fields.url = request[2]!
    fields.http_version = request[3]!
  }
  return fields
}

/** The class is set again because the activity is the method. */
function rest(source: Source, draft: Draft): void {
  const code = Number(source.text('elb_status_code'))
  if (code >= 100) draft.end(code >= 400 ? 'failure' : 'success')
  if (/(?:^|,)waf(?:,|$)/.test(source.text('actions_executed') ?? '') && code === 403) draft.refuse()
  const host = /^[a-z]{2,8}:\/\/(\[[0-9a-fA-F:]{2,45}\]|[\w.-]{1,253})(?::\d{1,5})?(?:\/|$)/.exec(
    source.text('url') ?? '',
  )
  draft.set('http_request.url.hostname', host?.[1])
  const method = httpActivity(source.text('method'))
  draft.is('http_activity', method)
  if (method !== 99) draft.set('http_request.http_method', source.text('method'))
}
const request: Kind = {
  title: 'Web request',
  class: 'http_activity',
  activity: 0,
  severity: 1,
  map: {
    client: 'src_endpoint.ip',
    target: 'dst_endpoint.ip',
    elb: 'load_balancer.name',
    url: 'http_request.url.url_string',
    http_version: 'http_request.version',
    user_agent: 'http_request.user_agent',
    elb_status_code: 'http_response.code',
    // As the client sees it: what the balancer received went out, what it sent came in.
    received_bytes: 'traffic.bytes_out',
    sent_bytes: 'traffic.bytes_in',
    ssl_cipher: 'tls.cipher',
    ssl_protocol: 'tls.version',
    error_reason: 'status_detail',
    trace_id: 'http_request.uid',
  },
  facts: { 'cloud.provider': 'AWS' },
  also: rest,
}

export const pack = definePack({
  id: 'aws-alb',
  vendor: 'AWS',
  product: 'Application Load Balancer',
  names: ['ALB', 'ELB', 'Elastic Load Balancing'],
  docs: ['https://docs.aws.amazon.com/elasticloadbalancing/latest/application/load-balancer-access-logs.html'],
  send: 'Lines of the access log files in S3.',
  marks: { heads: ['http', 'https', 'h2', 'grpc', 'grpcs', 'ws', 'wss'].map(type => `${type} <t> app/`) },
  read,
  time: ['time'],
  kind: () => 'request',
  kinds: { request },
  says: [
    '{method} {url}',
    'status {elb_status_code}',
    'target status {target_status_code}',
    'from {client}',
    'to {target}',
    'by {elb}',
    'actions {actions_executed}',
    '{error_reason}',
    'agent {user_agent}',
  ],
})
