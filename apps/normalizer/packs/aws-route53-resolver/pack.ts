import { type Draft, definePack, type Kind, type Source } from '../../src/packs/kit.ts'

const listOf = (source: Source, name: string): unknown[] => {
  const value = source.take(name)
  return Array.isArray(value) ? value : value === undefined ? [] : [value]
}
function rest(source: Source, draft: Draft): void {
  // Names are whole, with a dot at the end.
  draft.set('query.hostname', source.text('query_name')?.replace(/(?<=.)\.$/, ''))
  const data = listOf(source, 'answers.Rdata')
  const types = listOf(source, 'answers.Type')
  const classes = listOf(source, 'answers.Class')
  if (data.length > 0 && types.length === data.length && classes.length === data.length) {
    draft.objects.answers = data
      .slice(0, 32)
      .map((rdata, index) => ({ rdata: String(rdata), type: String(types[index]), class: String(classes[index]) }))
  }
  if (source.text('firewall_rule_action') === 'BLOCK') draft.refuse()
}
const query: Kind = {
  title: 'Name looked up',
  class: 'dns_activity',
  activity: 6,
  ends: {
    by: 'rcode',
    success: ['NOERROR'],
    failure: ['NXDOMAIN', 'SERVFAIL', 'FORMERR', 'NOTIMP', 'REFUSED', 'YXDOMAIN', 'NOTAUTH', 'NOTZONE'],
  },
  severity: { by: 'firewall_rule_action', words: { ALERT: 2, BLOCK: 3 }, else: 1 },
  map: {
    srcaddr: 'src_endpoint.ip',
    srcport: 'src_endpoint.port',
    'srcids.instance': 'src_endpoint.instance_uid',
    vpc_id: 'src_endpoint.vpc_uid',
    query_type: 'query.type',
    query_class: 'query.class',
    rcode: 'rcode',
    transport: 'connection_info.protocol_name',
    firewall_rule_group_id: 'firewall_rule.uid',
    account_id: 'cloud.account.uid',
    region: 'cloud.region',
    version: 'metadata.log_version',
  },
  facts: { 'cloud.provider': 'AWS' },
  also: rest,
}

export const pack = definePack({
  id: 'aws-route53-resolver',
  vendor: 'AWS',
  product: 'Route 53 Resolver query logs',
  names: ['Route 53', 'Route53', 'Route 53 Resolver'],
  docs: ['https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/resolver-query-logs-format.html'],
  send: 'Objects of the log files in S3, of CloudWatch or of Firehose, one a log.',
  marks: {
    keys: [
      ['query_timestamp', 'query_name', 'query_type'],
      ['srcids', 'query_name', 'rcode'],
    ],
  },
  time: ['query_timestamp'],
  kind: source => (source.text('query_name') === undefined ? undefined : 'query'),
  kinds: { query },
  says: [
    'DNS {query_name}',
    '{query_type}',
    '{rcode}',
    'answers {answers.Rdata}',
    'from {srcaddr}:{srcport}',
    'instance {srcids.instance}',
    'firewall {firewall_rule_action}',
  ],
  personal: { srcaddr: 'ip' },
})
