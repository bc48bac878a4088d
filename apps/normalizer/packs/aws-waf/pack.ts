import { type Draft, definePack, httpActivity, itemOf, type Kind, type Source } from '../../src/packs/kit.ts'

function header(source: Source, name: string): string | undefined {
  for (const one of [name, name.toLowerCase()]) {
    const value = itemOf(source, 'httpRequest.headers', 'name', one, 'value')
    if (value !== undefined) return value
  }
  return undefined
}
function rest(source: Source, draft: Draft): void {
  const host = header(source, 'Host')
  const name = /^(\[[0-9a-fA-F:]{2,45}\]|[\w.-]{1,253})(?::\d{1,5})?$/.exec(host ?? '')?.[1]
  draft
    .set('http_request.url.hostname', name)
    .set('http_request.user_agent', header(source, 'User-Agent'))
    .set('http_request.referrer', header(source, 'Referer'))
  const rule = source.text('terminatingRuleId')
  if (rule !== 'Default_Action') draft.set('firewall_rule.uid', rule)
  // OCSF names nine methods; any other stays in the original.
  const method = httpActivity(source.text('httpRequest.httpMethod'))
  draft.is('http_activity', method)
  if (method !== 99) draft.set('http_request.http_method', source.text('httpRequest.httpMethod'))
}
const request = (title: string, ends: Kind['ends'], severity: number): Kind => ({
  title,
  class: 'http_activity',
  // The method, set below.
  activity: 0,
  ends,
  severity,
  map: {
    'httpRequest.clientIp': 'src_endpoint.ip',
    'httpRequest.country': 'src_endpoint.location.country',
    'httpRequest.uri': 'http_request.url.path',
    'httpRequest.args': 'http_request.url.query_string',
    'httpRequest.httpVersion': 'http_request.version',
    'httpRequest.requestId': 'http_request.uid',
    responseCodeSent: 'http_response.code',
    terminatingRuleType: 'firewall_rule.type',
    webaclId: 'policy.uid',
  },
  facts: { 'cloud.provider': 'AWS' },
  also: rest,
})

export const pack = definePack({
  id: 'aws-waf',
  vendor: 'AWS',
  product: 'WAF',
  names: ['AWS WAF', 'WAFv2'],
  docs: ['https://docs.aws.amazon.com/waf/latest/developerguide/logging-fields.html'],
  send: 'Objects of the log files in S3, of CloudWatch or of Firehose, one a log.',
  marks: {
    keys: [
      ['webaclId', 'httpRequest.clientIp', 'action'],
      ['terminatingRuleId', 'httpRequest.clientIp', 'action'],
    ],
  },
  time: ['timestamp'],
  kind: 'action',
  kinds: {
    ALLOW: request('Request let through', 'allowed', 1),
    BLOCK: request('Request blocked', 'refused', 2),
    CAPTCHA: request('Request answered with a puzzle', 'refused', 2),
    CHALLENGE: request('Request answered with a challenge', 'refused', 2),
  },
  says: [
    '{action}',
    '{httpRequest.httpMethod} {httpRequest.uri}',
    'query {httpRequest.args}',
    'from {httpRequest.clientIp} {httpRequest.country}',
    'rule {terminatingRuleId} {terminatingRuleType}',
    'source {httpSourceName} {httpSourceId}',
    'labels {labels.name}',
  ],
  personal: { 'httpRequest.clientIp': 'ip' },
})
