import { definePack, type Fields, type Line, type Told } from '../../src/packs/kit.ts'

const LEVEL: Told = { by: 'level', words: { FATAL: 5, ERROR: 3, WARN: 2 }, else: 1 }
/** `2026-11-21 09:29:58.123 INFO  [kea-dhcp4.leases/900.140000000000001] DHCP4_LEASE_ALLOC [hwtype=1 00:00:5e:00:53:10], …`. */
const LINE =
  /^(?:(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}) )?(FATAL|ERROR|WARN|INFO|DEBUG) {1,2}\[(kea-[\w.-]{1,64})\/(\d{1,10})(?:\.(?:0x)?[0-9a-f]{1,20})?\] ([A-Z][A-Z0-9_]{2,64}) ?([\s\S]*)$/

function read(message: string): Fields | undefined {
  const m = LINE.exec(message)
  if (!m) return undefined
  const [, time, level, logger, pid, id, text = ''] = m
  const out: Fields = { level, logger, pid, id, message: text }
  if (time !== undefined) out.time = time
  const mac = /^\[hwtype=\d{1,3} ([0-9a-f]{2}(?::[0-9a-f]{2}){5})\]/.exec(text)
  if (mac) out.mac = mac[1]
  const transaction = / ?tid=(0x[0-9a-f]{1,8})(?::|,|$)/.exec(text)
  if (transaction) out.transaction = transaction[1]
  // The words after the marks are Kea's own; what a client chose stands in brackets before them.
  const lease = /: (?:lease|Lease) ([0-9A-Fa-f.:]{2,45}) /.exec(text)
  if (lease) out.lease = lease[1]
  return out
}

const KINDS: Readonly<Record<string, readonly [title: string, activity: number, ends?: Line['ends']]>> = {
  DHCP4_LEASE_ALLOC: ['Address leased', 5, 'success'],
  DHCP4_LEASE_REUSE: ['Lease used again', 5, 'success'],
  DHCP4_LEASE_OFFER: ['Address offered', 2],
  DHCP4_LEASE_ADVERT: ['Address offered', 2],
  DHCP4_LEASE_OFFERED: ['Address offered', 2],
  DHCP4_RELEASE: ['Address given back', 7],
  DHCP4_DECLINE_LEASE: ['Address in use', 4, 'failure'],
  DHCP4_INIT_REBOOT: ['Address asked for after a start', 3],
  DHCP4_LEASE_EXPIRED: ['Lease ended', 9],
  ALLOC_ENGINE_V4_ALLOC_FAIL: ['No address to lease', 99, 'failure'],
  ALLOC_ENGINE_V4_ALLOC_FAIL_SUBNET: ['No address to lease', 99, 'failure'],
  ALLOC_ENGINE_V4_ALLOC_FAIL_CLASSES: ['No address to lease', 99, 'failure'],
  DHCP4_PACKET_NAK_0001: ['Address refused', 6, 'failure'],
  DHCP4_PACKET_NAK_0002: ['Address refused', 6, 'failure'],
  DHCP4_PACKET_NAK_0003: ['Address refused', 6, 'failure'],
  DHCP6_LEASE_ALLOC: ['IPv6 address leased', 5, 'success'],
  DHCP6_LEASE_ADVERT: ['IPv6 address offered', 2],
  DHCP6_LEASE_RENEW: ['IPv6 lease renewed', 5, 'success'],
  DHCP6_RELEASE_NA: ['IPv6 address given back', 7],
}
/** The client has the address of these. */
const HELD = new Set(['DHCP4_LEASE_ALLOC', 'DHCP4_LEASE_REUSE', 'DHCP6_LEASE_ALLOC', 'DHCP6_LEASE_RENEW'])

const kinds = Object.fromEntries(
  Object.entries(KINDS).map(([id, [title, activity, ends]]) => [
    id,
    {
      title,
      class: 'dhcp_activity',
      activity,
      ends,
      severity: LEVEL,
      map: {
        mac: 'src_endpoint.mac',
        transaction: 'transaction_uid',
        ...(HELD.has(id) && { lease: 'src_endpoint.ip' }),
      },
      says: ['{id}', '{message}'],
    } as const,
  ]),
)

export const pack = definePack({
  id: 'isc-kea',
  vendor: 'ISC',
  product: 'Kea',
  names: ['Kea DHCP', 'kea-dhcp4', 'kea-dhcp6'],
  docs: [
    'https://kea.readthedocs.io/en/latest/arm/logging.html',
    'https://kea.readthedocs.io/en/latest/kea-messages.html',
  ],
  send: '"output_options": [{ "output": "syslog:local3" }], or a file for a shipper.',
  marks: {
    tags: ['kea-dhcp4', 'kea-dhcp6', 'kea-dhcp-ddns', 'kea-ctrl-agent'],
    heads: [
      '<t> INFO [kea-',
      '<t> WARN [kea-',
      '<t> ERROR [kea-',
      '<t> DEBUG [kea-',
      '<t> FATAL [kea-',
      'INFO [kea-',
      'WARN [kea-',
      'ERROR [kea-',
    ],
  },
  read: (message, fields) => read(message) ?? (fields.program === undefined ? undefined : { message }),
  time: ['time'],
  map: { pid: 'process.pid', id: 'metadata.event_code' },
  kind: 'id',
  kinds: {
    ...kinds,
    DHCP4_STARTED: {
      title: 'Server starts',
      class: 'application_lifecycle',
      activity: 3,
      severity: 1,
      facts: { 'app.name': 'kea-dhcp4' },
      says: ['{id}', '{message}'],
    },
    DHCP4_SHUTDOWN: {
      title: 'Server stops',
      class: 'application_lifecycle',
      activity: 4,
      severity: 1,
      facts: { 'app.name': 'kea-dhcp4' },
      says: ['{id}', '{message}'],
    },
  },
  says: ['{level}', '{id}', '{message}'],
  lacks: ['src_endpoint', 'dst_endpoint'],
})
