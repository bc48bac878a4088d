import { definePack } from '../../src/packs/kit.ts'
import { KINDS } from './kinds.ts'
import { readAsa } from './read.ts'

const NAMES = ['ASA', 'FTD', 'PIX', 'FWSM'] as const

export const pack = definePack({
  id: 'cisco-asa',
  vendor: 'Cisco',
  product: 'ASA and FTD',
  names: ['ASA', 'FTD', 'Firepower', 'Secure Firewall', 'Firepower Threat Defense', 'PIX', 'FWSM'],
  docs: [
    'https://www.cisco.com/c/en/us/td/docs/security/asa/syslog/b_syslog.html',
    'https://www.cisco.com/c/en/us/td/docs/security/firepower/Syslogs/b_fptd_syslog_guide.html',
  ],
  send: 'logging enable, logging timestamp, logging device-id hostname, logging trap informational, logging host <interface> <address>. EMBLEM or not.',
  marks: {
    tags: NAMES.map(name => `%${name.toLowerCase()}`),
    heads: NAMES.flatMap(name => [
      `%${name}-<n>-<n>:`,
      `%${name}-<w>-<n>-<n>:`,
      ` %${name}-<n>-<n>:`,
      `<w> %${name}-<n>-<n>:`,
      `<w> : %${name}-<n>-<n>:`,
    ]),
  },
  read: readAsa,
  host: ['hostname'],
  kind: 'event',
  kinds: KINDS,
  map: { message_id: 'metadata.event_code', platform: 'metadata.product.name' },
  says: ['{message_id}:', '{message}'],
  personal: {
    user: 'user',
    suser: 'user',
    duser: 'user',
    User: 'user',
    sip: 'ip',
    dip: 'ip',
    mapped_ip: 'ip',
    assigned: 'ip',
    server: 'ip',
    host: 'host',
  },
  // Messages of a kind do not all tell both ends; a name that is hidden with asterisks is nobody's.
  lacks: ['user', 'service', 'dst_endpoint', 'src_endpoint', 'actor', 'api'],
})
