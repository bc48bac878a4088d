import type { Draft, Kind, Source } from '../../src/packs/kit.ts'
import { channelPack } from '../microsoft-windows/channel.ts'

const QUERIES: Readonly<Record<string, string>> = {
  '1': 'A',
  '2': 'NS',
  '5': 'CNAME',
  '6': 'SOA',
  '12': 'PTR',
  '15': 'MX',
  '16': 'TXT',
  '28': 'AAAA',
  '33': 'SRV',
  '255': 'ANY',
}
const queryType = (source: Source, draft: Draft): void =>
  void draft.set('query.type', QUERIES[source.first('QueryType', 'QTYPE') ?? ''])

const client = (title: string, activity: number): Kind => ({
  title,
  class: 'dns_activity',
  activity,
  map: { QueryName: 'query.hostname', QueryStatus: 'status_code', DnsServerIpAddress: 'dst_endpoint.ip' },
  says: [title, '{QueryName}', 'answers {QueryResults}', 'status {QueryStatus}'],
  also: queryType,
})
/** The server's analytic log: `Source` asks, `Destination` is who gets the answer. */
const server = (title: string, activity: number, ends?: Kind['ends']): Kind => ({
  title,
  class: 'dns_activity',
  activity,
  ends,
  map: {
    QNAME: 'query.hostname',
    Source: 'src_endpoint.ip',
    Destination: 'src_endpoint.ip',
    Port: 'src_endpoint.port',
    InterfaceIP: 'dst_endpoint.ip',
    RCODE: 'rcode_id',
  },
  says: [title, '{QNAME}', 'for {Source}', 'for {Destination}', 'code {RCODE}'],
  also: (source, draft) => {
    queryType(source, draft)
    const code = source.text('RCODE')
    if (code !== undefined && /^\d{1,2}$/.test(code)) draft.objects.rcode_id = Number(code)
    else delete draft.objects.rcode_id
  },
})

export const pack = channelPack({
  id: 'microsoft-windows-dns',
  product: 'Windows DNS',
  names: ['DNS Client', 'DNS Server'],
  docs: ['https://learn.microsoft.com/en-us/windows-server/networking/dns/dns-logging-and-diagnostics'],
  channels: [
    'Microsoft-Windows-DNS-Client/Operational',
    'Microsoft-Windows-DNS-Client',
    'Microsoft-Windows-DNSServer/Analytical',
    'Microsoft-Windows-DNS-Server/Analytical',
    'Microsoft-Windows-DNSServer',
  ],
  kinds: {
    '3006': client('DNS query', 1),
    '3010': client('DNS query sent to a server', 1),
    '3008': {
      ...client('DNS query answered', 2),
      ends: { by: 'QueryStatus', success: ['0'], failure: ['9001', '9002', '9003', '9004', '9005', '1460'] },
    },
    '3020': {
      ...client('DNS answer', 2),
      ends: { by: 'QueryStatus', success: ['0'], failure: ['9001', '9002', '9003', '9004', '9005', '1460'] },
    },
    '256': server('DNS query received', 1),
    '257': server('DNS answer sent', 2, { by: 'RCODE', success: ['0'], failure: ['1', '2', '3', '4'], refused: ['5'] }),
    '258': server('DNS answer fails', 2, 'failure'),
  },
  personal: { Source: 'ip', Destination: 'ip' },
  // The resolver on a machine names neither end.
  lacks: ['src_endpoint', 'dst_endpoint'],
})
