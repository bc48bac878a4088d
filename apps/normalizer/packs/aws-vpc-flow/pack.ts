import { type Draft, definePack, type Kind, type Source } from '../../src/packs/kit.ts'
import { readFlow } from './fields.ts'

const NAMES = {
  srcaddr: 'src_endpoint.ip',
  srcport: 'src_endpoint.port',
  dstaddr: 'dst_endpoint.ip',
  dstport: 'dst_endpoint.port',
  protocol: 'connection_info.protocol_num',
  bytes: 'traffic.bytes',
  packets: 'traffic.packets',
  'account-id': 'cloud.account.uid',
  account_id: 'cloud.account.uid',
  region: 'cloud.region',
  'az-id': 'cloud.zone',
  az_id: 'cloud.zone',
} as const
const PROTOCOLS: ReadonlyMap<string, string> = new Map([
  ['1', 'icmp'],
  ['6', 'tcp'],
  ['17', 'udp'],
  ['47', 'gre'],
  ['50', 'esp'],
  ['58', 'ipv6-icmp'],
])

function rest(source: Source, draft: Draft): void {
  draft.set('connection_info.protocol_name', PROTOCOLS.get(source.text('protocol') ?? ''))
  const way = source.first('flow-direction', 'flow_direction')
  if (way === 'ingress') draft.set('connection_info.direction', 'Inbound')
  if (way === 'egress') draft.set('connection_info.direction', 'Outbound')
  // The interface and the machine behind it are this end of the flow; which end that is, only the direction says.
  const end = way === 'ingress' ? 'dst_endpoint' : way === 'egress' ? 'src_endpoint' : undefined
  if (end === undefined) return
  draft
    .set(`${end}.interface_uid`, source.first('interface-id', 'interface_id'))
    .set(`${end}.instance_uid`, source.first('instance-id', 'instance_id'))
    .set(`${end}.vpc_uid`, source.first('vpc-id', 'vpc_id'))
    .set(`${end}.subnet_uid`, source.first('subnet-id', 'subnet_id'))
}
const flow = (title: string, activity: number, ends?: Kind['ends']): Kind => ({
  title,
  class: 'network_activity',
  activity,
  ends,
  severity: 1,
  map: NAMES,
  facts: { 'cloud.provider': 'AWS' },
  also: rest,
})

export const pack = definePack({
  id: 'aws-vpc-flow',
  vendor: 'AWS',
  product: 'VPC Flow Logs',
  names: ['VPC flow', 'vpcflow', 'VPC'],
  docs: ['https://docs.aws.amazon.com/vpc/latest/userguide/flow-log-records.html'],
  send: 'Lines of the files in S3 or of CloudWatch, in the default format, in the default followed by the fields of version 3, 4 or 5, or as JSON with the names of the fields.',
  marks: {
    heads: [
      '<n> <n> eni-',
      // With the account unknown, as for a gateway.
      '<n> unknown eni-',
    ],
    keys: [
      ['interface-id', 'srcaddr', 'dstaddr', 'action'],
      ['interface_id', 'srcaddr', 'dstaddr', 'action'],
      ['log-status', 'srcaddr', 'dstaddr'],
      ['log_status', 'srcaddr', 'dstaddr'],
    ],
  },
  read: readFlow,
  time: ['end', 'start'],
  kind: source => source.first('action', 'log-status', 'log_status'),
  kinds: {
    ACCEPT: flow('Traffic let through', 6, 'allowed'),
    REJECT: flow('Traffic refused', 5, 'refused'),
    NODATA: {
      title: 'No traffic in the interval',
      class: 'base_event',
      activity: 0,
      severity: 1,
      map: { 'account-id': 'cloud.account.uid' },
    },
    SKIPDATA: {
      title: 'Records were left out',
      class: 'base_event',
      activity: 0,
      severity: 1,
      map: { 'account-id': 'cloud.account.uid' },
    },
  },
  says: [
    'Flow {action}',
    '{log-status}{log_status}',
    'from {srcaddr}:{srcport}',
    'to {dstaddr}:{dstport}',
    'protocol {protocol}',
    'packets {packets} bytes {bytes}',
    'interface {interface-id}{interface_id}',
    '{flow-direction}{flow_direction}',
  ],
  personal: {
    srcaddr: 'ip',
    dstaddr: 'ip',
    'pkt-srcaddr': 'ip',
    'pkt-dstaddr': 'ip',
    pkt_srcaddr: 'ip',
    pkt_dstaddr: 'ip',
  },
})
