import { definePack, type Source } from '../../src/packs/kit.ts'
import { KINDS } from './kinds.ts'

/** An SMB session is a login when it names a user and the server has decided. */
function kind(source: Source): string | undefined {
  const type = source.text('event_type')
  const user = source.text('smb.ntlmssp.user')
  const decided = source.text('smb.status')
  if (type !== 'smb' || user === undefined || decided === undefined) return type
  return decided === 'STATUS_MORE_PROCESSING_REQUIRED' ? type : 'smb:login'
}

export const pack = definePack({
  id: 'oisf-suricata',
  vendor: 'OISF',
  product: 'Suricata',
  names: ['Suricata EVE', 'Suricata IDS', 'EVE'],
  docs: [
    'https://docs.suricata.io/en/latest/output/eve/eve-json-output.html',
    'https://docs.suricata.io/en/latest/output/eve/eve-json-format.html',
  ],
  send: 'outputs: eve-log with filetype regular and a shipper, or filetype syslog.',
  marks: {
    keys: [
      ['flow_id', 'event_type', 'timestamp'],
      ['dest_ip', 'src_ip', 'event_type', 'timestamp'],
      ['event_type=stats', 'stats', 'timestamp'],
      ['event_type=engine', 'engine', 'timestamp'],
      ['event_type=arp', 'arp', 'timestamp'],
    ],
  },
  time: ['timestamp'],
  host: ['host'],
  kind,
  kinds: KINDS,
  personal: {
    'smtp.mail_from': 'email',
    'smtp.rcpt_to': 'email',
    'email.from': 'email',
    'email.to': 'email',
    'rdp.client.client_name': 'host',
    'dhcp.hostname': 'host',
    'smb.ntlmssp.user': 'user',
    'smb.ntlmssp.host': 'host',
    'krb5.cname': 'user',
    'pgsql.request.startup_parameters.user': 'user',
  },
  // Nobody is named with a file, and an answer to a login may leave out who it is.
  lacks: ['actor', 'user'],
})
