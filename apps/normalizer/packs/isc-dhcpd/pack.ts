import { definePack, type Line } from '../../src/packs/kit.ts'

const MAC = '(?<mac>[0-9a-f]{2}(?::[0-9a-f]{2}){5})'
const IP = '(?<ip>\\d{1,3}(?:\\.\\d{1,3}){3})'
/** The client chose its name. dhcpd writes it in brackets, so none is taken that holds one. */
const NAME = '(?: \\((?<client_name>[^()\\s]{1,255})\\))?'
const VIA = ' via (?<via>[\\w.:-]{1,64})'
const lease = (title: string, text: string, activity: number, more: Partial<Line> = {}): Line => ({
  title,
  match: new RegExp(`^DHCP${text}`),
  class: 'dhcp_activity',
  activity,
  severity: 1,
  map: {
    ip: 'src_endpoint.ip',
    mac: 'src_endpoint.mac',
    client_name: 'src_endpoint.hostname',
    server: 'dst_endpoint.ip',
  },
  ...more,
})
/** The address is offered or refused, so the client does not have it. */
const NOT_YET = { mac: 'src_endpoint.mac', client_name: 'src_endpoint.hostname' } as const

export const pack = definePack({
  id: 'isc-dhcpd',
  vendor: 'ISC',
  product: 'DHCP',
  names: ['dhcpd', 'ISC DHCP', 'ISC dhcpd'],
  docs: [
    'https://kb.isc.org/docs/isc-dhcp-44-manual-pages-dhcpd',
    'https://kb.isc.org/docs/isc-dhcp-44-manual-pages-dhcpdconf',
  ],
  send: 'dhcpd writes to syslog; log-facility chooses the facility.',
  marks: { tags: ['dhcpd', 'dhcpd6'] },
  personal: { client_name: 'host' },
  lines: [
    lease('Address asked for, none free', `DISCOVER from ${MAC}${NAME}${VIA}: (?<reason>.{1,256})$`, 1, {
      ends: 'failure',
      map: { ...NOT_YET, reason: 'status_detail' },
    }),
    lease('Address asked for', `DISCOVER from ${MAC}${NAME}${VIA}$`, 1, { map: NOT_YET }),
    lease('Address offered', `OFFER on ${IP} to ${MAC}${NAME}${VIA}$`, 2, { map: NOT_YET }),
    lease('Address refused', `NAK on ${IP} to ${MAC}${NAME}${VIA}`, 6, { ends: 'failure', map: NOT_YET }),
    lease(
      'Choice not served',
      `REQUEST for ${IP}(?: \\((?<server>[0-9.]{7,15})\\))? from ${MAC}${NAME}${VIA}: (?<reason>.{1,256})$`,
      3,
      {
        ends: 'failure',
        map: { ...NOT_YET, server: 'dst_endpoint.ip', reason: 'status_detail' },
      },
    ),
    lease('Address chosen', `REQUEST for ${IP}(?: \\((?<server>[0-9.]{7,15})\\))? from ${MAC}${NAME}${VIA}$`, 3),
    lease('Address leased', `ACK on ${IP} to ${MAC}${NAME}${VIA}$`, 5, { ends: 'success' }),
    lease('Settings given', `ACK to ${IP} \\(${MAC}\\)${VIA}$`, 5, { ends: 'success' }),
    lease('Settings asked for', `INFORM from ${IP}${VIA}`, 8),
    lease('Address given back', `RELEASE of ${IP} from ${MAC}${NAME}${VIA} \\((?:not )?found\\)`, 7),
    lease('Address in use', `DECLINE of ${IP} from ${MAC}${NAME}${VIA}`, 4, { ends: 'failure' }),
    {
      title: 'Message of DHCPv6',
      match:
        /^(?<type>Solicit|Request|Renew|Rebind|Release|Decline|Confirm|Information-request) message from (?<ip6>[0-9A-Fa-f:]{2,45}) port (?<port>\d{1,5})/,
      class: 'dhcp_activity',
      activity: {
        by: 'type',
        words: { Solicit: 1, Request: 3, Renew: 3, Rebind: 3, Release: 7, Decline: 4, 'Information-request': 8 },
        else: 99,
      },
      severity: 1,
      map: { ip6: 'src_endpoint.ip', port: 'src_endpoint.port' },
    },
    {
      title: 'Pool is full',
      match: /^(?:no free leases|Unable to pick client address|peer holds all free leases)/,
      class: 'base_event',
      activity: 0,
      severity: 3,
    },
  ],
})
