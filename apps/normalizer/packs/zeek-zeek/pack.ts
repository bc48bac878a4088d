import { definePack, type Source } from '../../src/packs/kit.ts'
import { readZeek } from './logs.ts'

const ENDS = {
  'id.orig_h': 'src_endpoint.ip',
  'id.orig_p': 'src_endpoint.port',
  'id.resp_h': 'dst_endpoint.ip',
  'id.resp_p': 'dst_endpoint.port',
  // The name of the connection, not of a person.
  uid: 'connection_info.uid',
  proto: 'connection_info.protocol_name',
} as const
const FLOW = ['from {id.orig_h}:{id.orig_p}', 'to {id.resp_h}:{id.resp_p}'] as const

/** JSON without `_path` is told by members that only one log has. */
function kind(source: Source): string | undefined {
  const path = source.text('_path')
  if (path !== undefined) return path
  const has = (name: string): boolean => Object.hasOwn(source.fields, name)
  if (has('conn_state')) return 'conn'
  if (has('query') && has('trans_id')) return 'dns'
  if (has('method') && has('trans_depth')) return 'http'
  if (has('auth_attempts') || has('auth_success')) return 'ssh'
  if (has('note')) return 'notice'
  if (has('reply_code') && has('command')) return 'ftp'
  return has('cipher') || has('server_name') ? 'ssl' : undefined
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
      ['id.orig_h', 'uid', 'ts'],
      ['note', 'ts', 'actions'],
    ],
    heads: ['<n>.<n>\t<w>\t<ip>\t<n>\t<ip>\t<n>\t'],
  },
  read: readZeek,
  time: ['ts'],
  kind,
  map: ENDS,
  kinds: {
    conn: {
      title: 'Connection',
      class: 'network_activity',
      activity: {
        by: 'conn_state',
        words: { SF: 2, S0: 4, REJ: 5, RSTO: 3, RSTR: 3, RSTOS0: 3, RSTRH: 3, S1: 1 },
        else: 6,
      },
      ends: {
        by: 'conn_state',
        success: ['SF', 'S1', 'S2', 'S3', 'RSTO', 'RSTR'],
        failure: ['S0', 'REJ', 'RSTOS0', 'RSTRH', 'SH'],
      },
      severity: 1,
      map: { orig_bytes: 'traffic.bytes_out', resp_bytes: 'traffic.bytes_in' },
      says: ['Connection {proto}', '{service}', ...FLOW, 'state {conn_state}'],
    },
    dns: {
      title: 'Name looked up',
      class: 'dns_activity',
      activity: 6,
      ends: { by: 'rcode_name', success: ['NOERROR'], failure: ['NXDOMAIN', 'SERVFAIL', 'REFUSED', 'FORMERR'] },
      severity: 1,
      map: { query: 'query.hostname', qtype_name: 'query.type', rcode_name: 'rcode' },
      says: ['DNS {query}', '{qtype_name}', '{rcode_name}', 'answers {answers}', ...FLOW],
    },
    http: {
      title: 'Web request',
      class: 'http_activity',
      activity: {
        by: 'method',
        words: { CONNECT: 1, DELETE: 2, GET: 3, HEAD: 4, OPTIONS: 5, POST: 6, PUT: 7, TRACE: 8, PATCH: 9 },
        else: 99,
      },
      severity: 1,
      map: {
        method: 'http_request.http_method',
        host: 'http_request.url.hostname',
        uri: 'http_request.url.url_string',
        user_agent: 'http_request.user_agent',
        referrer: 'http_request.referrer',
        status_code: 'http_response.code',
        username: 'actor.user.name',
      },
      says: ['{method} {host}{uri}', 'status {status_code}', ...FLOW, 'agent {user_agent}'],
      also: (source, draft) => {
        const code = Number(source.text('status_code'))
        if (code >= 100) draft.end(code >= 400 ? 'failure' : 'success')
      },
    },
    ssh: {
      title: 'SSH session',
      class: 'ssh_activity',
      activity: 6,
      ends: { by: 'auth_success', success: ['T', 'true'], failure: ['F', 'false'] },
      severity: 1,
      map: {},
      says: ['SSH', 'login {auth_success}', 'attempts {auth_attempts}', 'client {client}', ...FLOW],
    },
    ftp: {
      title: 'FTP command',
      class: 'ftp_activity',
      activity: 99,
      severity: 1,
      map: { user: 'actor.user.name', command: 'command', arg: 'file.path' },
      says: ['FTP {command} {arg}', 'by {user}', 'reply {reply_code} {reply_msg}', ...FLOW],
    },
    ssl: {
      title: 'TLS session',
      class: 'network_activity',
      activity: 6,
      ends: { by: 'established', success: ['T', 'true'], failure: ['F', 'false'] },
      severity: 1,
      map: { server_name: 'dst_endpoint.hostname', version: 'tls.version', cipher: 'tls.cipher' },
      says: ['TLS {version}', '{server_name}', ...FLOW],
    },
    notice: {
      title: 'Notice',
      class: 'detection_finding',
      activity: 1,
      severity: 3,
      map: { note: 'finding_info.title', uid: 'finding_info.uid', src: 'src_endpoint.ip', dst: 'dst_endpoint.ip' },
      says: ['{note}', '{msg}', '{sub}', 'from {src}', 'to {dst}'],
    },
  },
  lacks: ['finding_info'],
  personal: { username: 'user', user: 'user' },
})
