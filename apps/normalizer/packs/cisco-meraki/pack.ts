import { definePack, type Kind, type Line } from '../../src/packs/kit.ts'
import { readMeraki } from './read.ts'

const FLOW = {
  src: 'src_endpoint.ip',
  sport: 'src_endpoint.port',
  mac: 'src_endpoint.mac',
  dst: 'dst_endpoint.ip',
  dport: 'dst_endpoint.port',
  protocol: 'connection_info.protocol_name',
} as const
const VERDICT: Kind['ends'] = {
  by: ['verdict', 'decision', 'action'],
  allowed: ['allow', 'allowed'],
  refused: ['deny', 'block', 'blocked'],
}
const flow = (title: string): Kind => ({
  title,
  class: 'network_activity',
  activity: { by: 'verdict', words: { allow: 6, deny: 5 }, else: 6 },
  ends: VERDICT,
  map: FLOW,
})
const wireless = (title: string, activity: number, ends: Kind['ends']): Kind => ({
  title,
  class: 'authentication',
  activity,
  ends,
  facts: { 'service.name': '802.1X' },
  map: { identity: 'user', client_mac: 'src_endpoint.mac', client_ip: 'src_endpoint.ip' },
})
const vpn = (title: string, match: RegExp, activity: number): Line => ({
  title,
  match,
  class: 'tunnel_activity',
  activity,
  ends: 'success',
  map: { user: 'actor.user', peer: 'src_endpoint.ip', local: 'tunnel_interface.ip' },
})

const TYPES =
  'flows urls events security_event ids-alerts airmarshal_events firewall vpn_firewall cellular_firewall bridge_anyconnect_client_vpn_firewall ip_flow_start ip_flow_end'.split(
    ' ',
  )
/** Names of devices hold letters, digits, `_` and often `-`. */
const NAMES = ['<w>', '<w>-<w>', '<w>-<n>', '<w>-<w>-<w>', '<w>-<w>-<n>', '<w>-<n>-<w>', '<w>-<w>-<w>-<w>']

export const pack = definePack({
  id: 'cisco-meraki',
  vendor: 'Cisco',
  product: 'Meraki',
  names: ['Meraki MX', 'Meraki MR', 'Meraki MS', 'MX', 'MR'],
  docs: [
    'https://documentation.meraki.com/General_Administration/Monitoring_and_Reporting/Syslog_Event_Types_and_Log_Samples',
    'https://documentation.meraki.com/General_Administration/Monitoring_and_Reporting/Syslog_Server_Overview_and_Configuration',
  ],
  send: 'Network-wide, General, Reporting: a syslog server with the roles Flows, URLs, Security events and the event logs.',
  marks: {
    heads: [
      ...['flows allow src=', 'flows deny src=', 'flows src=', 'urls src=', 'events type=', 'ids-alerts signature='],
      ...[
        'security_event ids_alerted ',
        'security_event security_filtering_file_scanned ',
        'events client_vpn_connect ',
      ],
      ...['firewall src=', 'vpn_firewall src=', 'cellular_firewall src=', 'airmarshal_events type='],
      ...['events anyconnect_vpn_connect ', 'events anyconnect_vpn_disconnect ', 'events dhcp lease of ip '],
      ...['events port ', 'events Port ', 'events Site', 'events dhcp no offers '],
      ...NAMES.flatMap(name =>
        TYPES.flatMap(type => [
          `<<n>>1 <n>.<n> ${name} ${type} `,
          `1 <n>.<n> ${name} ${type} `,
          `<n>.<n> ${name} ${type} `,
        ]),
      ),
    ],
  },
  read: readMeraki,
  time: ['time'],
  host: ['hostname'],
  kind: source => {
    const role = source.text('role')
    return role === 'events' ? source.text('type') : role
  },
  kinds: {
    flows: flow('Flow allowed or refused'),
    firewall: flow('Flow through the firewall'),
    vpn_firewall: flow('Flow through the VPN firewall'),
    cellular_firewall: flow('Flow through the cellular firewall'),
    bridge_anyconnect_client_vpn_firewall: flow('Flow of an AnyConnect client'),
    urls: {
      title: 'Web address visited',
      class: 'http_activity',
      activity: {
        by: 'method',
        words: { CONNECT: 1, DELETE: 2, GET: 3, HEAD: 4, OPTIONS: 5, POST: 6, PUT: 7, TRACE: 8, PATCH: 9 },
        else: 99,
      },
      map: { ...FLOW, url: 'http_request.url.url_string', agent: 'http_request.user_agent' },
    },
    ids_alerted: {
      title: 'Attack found',
      class: 'detection_finding',
      activity: 1,
      ends: VERDICT,
      severity: { by: 'priority', words: { 1: 4, 2: 3, 3: 2, 4: 1 }, else: 3 },
      map: { text: 'finding_info.title', signature: 'finding_info.uid', ...FLOW },
    },
    security_filtering_file_scanned: {
      title: 'File scanned',
      class: 'detection_finding',
      activity: 1,
      ends: VERDICT,
      severity: { by: 'disposition', words: { malicious: 4, clean: 1 }, else: 2 },
      facts: { 'finding_info.title': 'File scanned' },
      map: { ...FLOW, sha256: 'finding_info.uid', url: 'url.url_string', name: 'file.name' },
    },
    '8021x_eap_success': wireless('Wireless login (802.1X)', 1, 'success'),
    '8021x_eap_failure': wireless('Wireless login fails (802.1X)', 1, 'failure'),
    '8021x_deauth': wireless('Wireless logout (802.1X)', 2, 'success'),
  },
  lines: [
    vpn(
      'VPN client connects',
      /^(?:events )?(?:client|anyconnect)_vpn_connect user id '(?<user>[^']{1,256})' local ip (?<local>[0-9A-Fa-f.:]{2,45}) (?:re)?connected from (?<peer>[0-9A-Fa-f.:]{2,45})$/,
      1,
    ),
    vpn(
      'VPN client disconnects',
      /^(?:events )?(?:client|anyconnect)_vpn_disconnect user id '(?<user>[^']{1,256})' local ip (?<local>[0-9A-Fa-f.:]{2,45}) (?:dis)?connected from (?<peer>[0-9A-Fa-f.:]{2,45})$/,
      2,
    ),
    {
      title: 'VPN login accepted',
      match:
        /^type=anyconnect_vpn_auth_success msg= ?'RADIUS\[\d{1,9}\] Server IP=\S{2,45} Server port=\d{1,5} Peer IP=(?<peer>[0-9A-Fa-f.:]{2,45}) Peer port=(?<port>\d{1,5}) User=(?<user>.{1,256}): Authentication request accepted\. ?'$/,
      class: 'authentication',
      activity: 1,
      ends: 'success',
      facts: { 'service.name': 'AnyConnect' },
      map: { user: 'user', peer: 'src_endpoint.ip', port: 'src_endpoint.port' },
    },
    {
      title: 'DHCP lease',
      match:
        /^dhcp lease of ip (?<ip>[0-9A-Fa-f.:]{2,45}) from (?:server|mx) mac (?<server>[0-9A-Fa-f:]{17}) for client mac (?<mac>[0-9A-Fa-f:]{17})/,
      class: 'dhcp_activity',
      activity: 5,
      ends: 'success',
      map: { ip: 'src_endpoint.ip', mac: 'src_endpoint.mac', server: 'dst_endpoint.mac' },
    },
  ],
  says: ['{role}', '{message}'],
  personal: { user: 'user', identity: 'user', src: 'ip', dst: 'ip', mac: 'mac', client_mac: 'mac', dhost: 'mac' },
  lacks: ['user'],
})
