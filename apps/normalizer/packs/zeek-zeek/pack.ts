import { definePack, type Source } from '../../src/packs/kit.ts'
import { KINDS } from './kinds.ts'
import { readZeek } from './logs.ts'

/** Members that only one log has, for JSON without `_path`. */
const SIGNS: readonly (readonly [string, ...string[]])[] = [
  ['conn', 'conn_state'],
  ['dns', 'query', 'trans_id'],
  ['http', 'method', 'trans_depth'],
  ['ssh', 'auth_attempts'],
  ['ssh', 'auth_success', 'host_key'],
  ['notice', 'note'],
  ['ftp', 'reply_code', 'command'],
  ['kerberos', 'request_type'],
  ['ntlm', 'domainname', 'username'],
  ['ntlm', 'server_nb_computer_name'],
  ['smtp', 'trans_depth', 'helo'],
  ['smtp', 'trans_depth', 'mailfrom'],
  ['dhcp', 'msg_types'],
  ['files', 'fuid', 'analyzers'],
  ['x509', 'certificate.serial'],
  ['pe', 'compile_ts'],
  ['software', 'software_type'],
  ['intel', 'seen.indicator'],
  ['rdp', 'security_protocol'],
  ['smb_mapping', 'share_type'],
  ['smb_files', 'action', 'times.modified'],
  ['dce_rpc', 'named_pipe'],
  ['tunnel', 'tunnel_type'],
  ['weird', 'name', 'notice', 'peer'],
  ['ssl', 'cipher'],
  ['ssl', 'server_name', 'established'],
]

function kind(source: Source): string | undefined {
  const path = source.text('_path')
  if (path !== undefined) return path
  return SIGNS.find(([, ...names]) => names.every(name => Object.hasOwn(source.fields, name)))?.[0]
}

export const pack = definePack({
  id: 'zeek-zeek',
  vendor: 'Zeek',
  product: 'Zeek',
  names: ['Bro', 'Corelight'],
  docs: ['https://docs.zeek.org/en/current/script-reference/log-files.html'],
  send: 'Log files in current/ through a shipper, as JSON (LogAscii::use_json) or as tab separated values.',
  marks: {
    keys: [
      ['_path', 'ts'],
      ['id.orig_h', 'uid', 'ts'],
      ['note', 'ts', 'actions'],
      ['msg_types', 'uids', 'ts'],
      ['fuid', 'analyzers', 'ts'],
      ['certificate.serial', 'certificate.version', 'ts'],
      ['certificate', 'fingerprint', 'ts'],
      ['compile_ts', 'machine', 'ts'],
      ['software_type', 'host', 'ts'],
    ],
    heads: ['<n>.<n>\t<w>\t<ip>\t<n>\t<ip>\t<n>\t'],
  },
  read: readZeek,
  time: ['ts'],
  kind,
  kinds: KINDS,
  lacks: ['actor', 'src_endpoint', 'dst_endpoint', 'user'],
  personal: {
    username: 'user',
    user: 'user',
    client_name: 'host',
    host_name: 'host',
    client_fqdn: 'host',
    mailfrom: 'email',
    rcptto: 'email',
    from: 'email',
    to: 'email',
  },
})
