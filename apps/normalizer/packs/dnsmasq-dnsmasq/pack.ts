import { definePack, type Line } from '../../src/packs/kit.ts'

/** With log-queries=extra: `17 192.0.2.10/53124 `, a number and who asked. */
const EXTRA = '^(?:(?<serial>\\d{1,10}) (?<asker>[0-9A-Fa-f.:]{2,45})\\/(?<port>\\d{1,5}) )?'
/** dnsmasq writes names without control characters, and a name holds no blank. */
const NAME = '(?<name>\\S{1,1024})'
const CLIENT = { client: 'src_endpoint.ip', asker: 'src_endpoint.ip', port: 'src_endpoint.port' } as const

const dns = (title: string, text: string, activity: number, more: Partial<Line> = {}): Line => ({
  title,
  match: new RegExp(EXTRA + text),
  class: 'dns_activity',
  activity,
  severity: 1,
  map: { ...CLIENT, type: 'query.type', name: 'query.hostname', server: 'dst_endpoint.ip' },
  ...more,
})
const MAC = '(?<mac>[0-9a-f]{2}(?::[0-9a-f]{2}){5})'
const lease = (title: string, words: string, activity: number, more: Partial<Line> = {}): Line => ({
  title,
  match: new RegExp(`^(?:\\d{1,10} )?DHCP${words}`),
  class: 'dhcp_activity',
  activity,
  severity: 1,
  map: {
    ip: 'src_endpoint.ip',
    mac: 'src_endpoint.mac',
    client_name: 'src_endpoint.hostname',
    interface: 'src_endpoint.interface_name',
  },
  ...more,
})
/** The address is only asked for, offered or refused: the client does not have it. */
const NOT_YET = { mac: 'src_endpoint.mac', interface: 'src_endpoint.interface_name' } as const
const ON = '\\((?<interface>[\\w.-]{1,32})\\) '
const IP = '(?<ip>[0-9.]{7,15})'

export const pack = definePack({
  id: 'dnsmasq-dnsmasq',
  vendor: 'dnsmasq',
  product: 'dnsmasq',
  names: ['Pi-hole', 'OpenWrt DNS'],
  docs: ['https://thekelleys.org.uk/dnsmasq/docs/dnsmasq-man.html'],
  send: 'log-queries or log-queries=extra, log-dhcp; to syslog, or log-facility=<file>.',
  marks: { tags: ['dnsmasq', 'dnsmasq-dhcp', 'pihole-ftl'] },
  personal: { client_name: 'host' },
  lines: [
    dns('Name asked for', `query\\[(?<type>[\\w=-]{1,16})\\] ${NAME} from (?<client>[0-9A-Fa-f.:]{2,45})$`, 1),
    dns('Sent on to a server', `forwarded ${NAME} to (?<server>[0-9A-Fa-f.:]{2,45})(?:#\\d{1,5})?$`, 1),
    dns(
      'Name that does not exist',
      `(?:reply|cached|config) ${NAME} is (?<rcode>NXDOMAIN|SERVFAIL|REFUSED)(?:-IPv[46])?$`,
      2,
      {
        ends: 'failure',
        map: { ...CLIENT, name: 'query.hostname', rcode: 'rcode' },
      },
    ),
    dns('Answer', `(?:reply|cached(?:-stale)?) ${NAME} is (?<answer>.{1,1024})$`, 2, { ends: 'success' }),
    dns('Name of this network', `(?:DHCP|config|\\/\\S{1,255}) ${NAME} is (?<answer>[0-9A-Fa-f.:]{2,45})$`, 2, {
      ends: 'success',
    }),
    dns(
      'Blocked by a list',
      `(?:gravity blocked|exactly denied|exactly blacklisted|regex denied|regex blacklisted|blacklisted) ${NAME} is (?<answer>\\S{1,64})$`,
      2,
      {
        ends: 'refused',
        severity: 2,
      },
    ),
    dns('Answer with an address of this network', `possible DNS-rebind attack detected: ${NAME}$`, 2, {
      ends: 'refused',
      severity: 3,
    }),
    lease('Address asked for', `DISCOVER${ON}(?:${IP} )?${MAC}(?: .{0,255})?$`, 1, { map: NOT_YET }),
    lease('Address offered', `OFFER${ON}${IP} ${MAC}(?: .{0,255})?$`, 2, {
      map: NOT_YET,
    }),
    lease('Address chosen', `REQUEST${ON}${IP} ${MAC}(?: .{0,255})?$`, 3),
    lease('Address leased', `ACK${ON}${IP} ${MAC}(?: (?<client_name>[\\w.-]{1,255}))?$`, 5, { ends: 'success' }),
    lease('Address refused', `NAK${ON}${IP} ${MAC}(?: .{0,255})?$`, 6, { ends: 'failure', map: NOT_YET }),
    lease('Address given back', `RELEASE${ON}${IP} ${MAC}(?: .{0,255})?$`, 7),
    lease('Address in use', `DECLINE${ON}${IP} ${MAC}(?: .{0,255})?$`, 4, { ends: 'failure', map: NOT_YET }),
    lease('Settings asked for', `INFORM${ON}${IP} ${MAC}(?: .{0,255})?$`, 8),
    {
      title: 'Server starts or stops',
      match: /^(?<state>started|exiting on receipt of SIGTERM)/,
      class: 'application_lifecycle',
      activity: { by: 'state', words: { started: 3 }, else: 4 },
      severity: 1,
      facts: { 'app.name': 'dnsmasq' },
    },
  ],
  // An answer does not say who asked, without log-queries=extra.
  lacks: ['src_endpoint', 'dst_endpoint'],
})
