import { type Draft, httpActivity, type Kind, type Source } from '../../src/packs/kit.ts'

export const ENDS = {
  'id.orig_h': 'src_endpoint.ip',
  'id.orig_p': 'src_endpoint.port',
  'id.resp_h': 'dst_endpoint.ip',
  'id.resp_p': 'dst_endpoint.port',
  // The name of the connection, not of a person.
  uid: 'connection_info.uid',
  community_id: 'connection_info.community_uid',
  proto: 'connection_info.protocol_name',
} as const
const FLOW = ['from {id.orig_h}:{id.orig_p}', 'to {id.resp_h}:{id.resp_p}'] as const
const TRUE = ['T', 'true'] as const
const FALSE = ['F', 'false'] as const

/** OCSF's classes of logins and mails have no connection. */
function setEndpoints(source: Source, draft: Draft): void {
  draft.set('src_endpoint.ip', source.text('id.orig_h')).set('src_endpoint.port', source.take('id.orig_p'))
  draft.set('dst_endpoint.ip', source.text('id.resp_h')).set('dst_endpoint.port', source.take('id.resp_p'))
}

/** A protocol without a class of its own. */
const transaction = (title: string, protocol: string, says: readonly string[]): Kind => ({
  title,
  class: 'network_activity',
  activity: 6,
  severity: 1,
  map: ENDS,
  facts: { app_protocol_name: protocol },
  says: [...says, ...FLOW],
})

/** The names that an NTLM or Kerberos client gives: `ann/CORP.EXAMPLE` is a principal of a realm. */
function setPrincipal(source: Source, draft: Draft): void {
  const client = source.text('client')
  const slash = client?.lastIndexOf('/') ?? -1
  if (client === undefined) return
  draft.set('user.name', slash > 0 ? client.slice(0, slash) : client)
  if (slash > 0) draft.set('user.domain', client.slice(slash + 1))
}

export const KINDS: Readonly<Record<string, Kind>> = {
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
    map: {
      orig_bytes: 'traffic.bytes_out',
      resp_bytes: 'traffic.bytes_in',
      orig_pkts: 'traffic.packets_out',
      resp_pkts: 'traffic.packets_in',
      service: 'app_protocol_name',
      history: 'connection_info.flag_history',
      ...ENDS,
    },
    says: ['Connection {proto}', '{service}', ...FLOW, 'state {conn_state}'],
  },
  dns: {
    title: 'Name looked up',
    class: 'dns_activity',
    activity: 6,
    ends: {
      by: 'rcode_name',
      success: ['NOERROR'],
      failure: ['NXDOMAIN', 'SERVFAIL', 'REFUSED', 'FORMERR', 'NOTIMP', 'NOTAUTH'],
    },
    severity: 1,
    map: { query: 'query.hostname', qtype_name: 'query.type', rcode_name: 'rcode', ...ENDS },
    says: ['DNS {query}', '{qtype_name}', '{rcode_name}', 'answers {answers}', ...FLOW],
  },
  http: {
    title: 'Web request',
    class: 'http_activity',
    activity: 0,
    severity: 1,
    map: {
      host: 'http_request.url.hostname',
      uri: 'http_request.url.url_string',
      user_agent: 'http_request.user_agent',
      referrer: 'http_request.referrer',
      request_body_len: 'http_request.body_length',
      response_body_len: 'http_response.body_length',
      status_code: 'http_response.code',
      username: 'actor.user.name',
      ...ENDS,
    },
    says: ['{method} {host}{uri}', 'status {status_code}', ...FLOW, 'agent {user_agent}'],
    also: (source, draft) => {
      const method = source.text('method')
      const activity = method === undefined ? 0 : httpActivity(method)
      draft.is('http_activity', activity)
      if (activity > 0 && activity < 99) draft.set('http_request.http_method', method?.toUpperCase())
      const code = Number(source.text('status_code'))
      if (code >= 100) draft.end(code >= 400 ? 'failure' : 'success')
    },
  },
  ssh: {
    title: 'SSH session',
    class: 'ssh_activity',
    activity: 6,
    ends: { by: 'auth_success', success: TRUE, failure: FALSE },
    severity: 1,
    map: ENDS,
    says: ['SSH', 'login {auth_success}', 'attempts {auth_attempts}', 'client {client}', ...FLOW],
  },
  ftp: {
    title: 'FTP command',
    class: 'ftp_activity',
    activity: {
      by: 'command',
      words: { STOR: 1, STOU: 1, APPE: 1, RETR: 2, DELE: 4, RNFR: 5, RNTO: 5, LIST: 6, NLST: 6, MLSD: 6 },
      else: 99,
    },
    severity: 1,
    map: { user: 'actor.user.name', command: 'command', ...ENDS },
    says: ['FTP {command} {arg}', 'by {user}', 'reply {reply_code} {reply_msg}', ...FLOW],
    also: (source, draft) => {
      const code = Number(source.text('reply_code') ?? 0)
      if (code >= 400 && code < 600) draft.end('failure')
      else if (code >= 200 && code < 300) draft.end('success')
      if (/^(?:RETR|STOR|STOU|APPE|DELE)$/.test(source.text('command') ?? '')) {
        draft.set('file.path', source.text('arg')).set('file.size', source.take('file_size'))
      }
    },
  },
  ssl: {
    title: 'TLS session',
    class: 'network_activity',
    activity: 6,
    ends: { by: 'established', success: TRUE, failure: FALSE },
    severity: 1,
    map: {
      server_name: 'tls.sni',
      version: 'tls.version',
      cipher: 'tls.cipher',
      subject: 'tls.certificate.subject',
      issuer: 'tls.certificate.issuer',
      ja3: 'tls.ja3_hash.value',
      ja3s: 'tls.ja3s_hash.value',
      ...ENDS,
    },
    says: ['TLS {version}', '{server_name}', 'certificate {validation_status}', ...FLOW],
  },
  notice: {
    title: 'Notice',
    class: 'detection_finding',
    activity: 1,
    severity: 3,
    map: {
      note: 'finding_info.title',
      src: 'src_endpoint.ip',
      dst: 'dst_endpoint.ip',
      p: 'dst_endpoint.port',
      msg: 'finding_info.desc',
      ...ENDS,
    },
    says: ['{note}', '{msg}', '{sub}', 'from {src}', 'to {dst}'],
    // A notice has no number of its own. What was seen on which connection names it.
    also: (source, draft) => {
      draft.set('finding_info.uid', source.first('uid', 'fuid', 'note'))
    },
  },
  intel: {
    title: 'Indicator seen',
    class: 'detection_finding',
    activity: 1,
    severity: 4,
    map: { 'seen.indicator': 'finding_info.title', ...ENDS },
    says: ['Indicator {seen.indicator}', '{seen.indicator_type}', 'seen {seen.where}', 'source {sources}', ...FLOW],
    also: (source, draft) => {
      draft.set('finding_info.uid', source.first('uid', 'seen.indicator'))
    },
  },
  weird: {
    title: 'Odd traffic',
    class: 'network_activity',
    activity: 6,
    severity: 2,
    map: { ...ENDS, name: 'status_detail' },
    says: ['Odd traffic {name}', '{addl}', ...FLOW],
  },
  smtp: {
    title: 'Mail sent',
    class: 'email_activity',
    activity: 99,
    severity: 1,
    map: {
      mailfrom: 'email.smtp_from',
      rcptto: 'email.smtp_to',
      from: 'email.from',
      subject: 'email.subject',
      msg_id: 'email.message_uid',
      helo: 'smtp_hello',
    },
    says: ['Mail from {mailfrom}', 'to {rcptto}', 'subject {subject}', 'reply {last_reply}', ...FLOW],
    also: (source, draft) => {
      setEndpoints(source, draft)
      delete draft.objects.connection_info
      // Which way it goes depends on whose network it is.
      draft.objects.direction_id = 0
      const reply = source.text('last_reply') ?? ''
      if (/^[45]\d\d/.test(reply)) draft.end('failure')
      else if (/^250/.test(reply)) draft.end('success')
    },
  },
  kerberos: {
    title: 'Kerberos ticket',
    class: 'authentication',
    activity: { by: 'request_type', words: { AS: 3, TGS: 4 }, else: 99 },
    ends: { by: 'success', success: TRUE, failure: FALSE },
    severity: 1,
    facts: { auth_protocol: 'Kerberos' },
    map: { service: 'service.name', error_msg: 'status_detail' },
    says: ['Kerberos {request_type}', 'for {client}', 'service {service}', '{error_msg}', ...FLOW],
    also: (source, draft) => {
      setEndpoints(source, draft)
      setPrincipal(source, draft)
      delete draft.objects.connection_info
      draft.objects.auth_protocol_id = 2
    },
  },
  ntlm: {
    title: 'NTLM login',
    class: 'authentication',
    activity: 1,
    ends: { by: 'success', success: TRUE, failure: FALSE },
    severity: 1,
    facts: { auth_protocol: 'NTLM' },
    map: {
      username: 'user.name',
      domainname: 'user.domain',
      hostname: 'src_endpoint.hostname',
      server_dns_computer_name: 'dst_endpoint.hostname',
      server_nb_computer_name: 'dst_endpoint.hostname',
    },
    says: ['NTLM login', 'user {domainname}\\{username}', 'from {hostname}', 'to {server_dns_computer_name}', ...FLOW],
    also: (source, draft) => {
      setEndpoints(source, draft)
      delete draft.objects.connection_info
      draft.objects.auth_protocol_id = 1
    },
  },
  radius: {
    title: 'RADIUS login',
    class: 'authentication',
    activity: 1,
    ends: { by: 'result', success: ['success'], failure: ['failed'] },
    severity: 1,
    facts: { auth_protocol: 'RADIUS' },
    map: { username: 'user', mac: 'src_endpoint.mac', reply_msg: 'status_detail' },
    says: ['RADIUS', 'user {username}', '{result}', '{reply_msg}', ...FLOW],
    also: (source, draft) => {
      setEndpoints(source, draft)
      delete draft.objects.connection_info
      draft.objects.auth_protocol_id = 10
    },
  },
  rdp: {
    title: 'Remote desktop',
    class: 'rdp_activity',
    activity: 6,
    severity: 1,
    map: ENDS,
    says: ['RDP {result}', '{security_protocol}', 'client {client_name}', ...FLOW],
  },
  smb_files: {
    title: 'File on a share',
    class: 'smb_activity',
    activity: { by: 'action', words: { 'SMB::FILE_OPEN': 2 }, else: 99 },
    severity: 1,
    map: { ...ENDS, action: 'command', path: 'share', name: 'file.path', size: 'file.size' },
    says: ['{action}', '{name}', 'share {path}', ...FLOW],
  },
  smb_mapping: {
    title: 'Share connected',
    class: 'smb_activity',
    activity: 99,
    severity: 1,
    map: { ...ENDS, path: 'share', share_type: 'share_type' },
    says: ['Share {path}', '{share_type}', ...FLOW],
  },
  dhcp: {
    title: 'Lease of an address',
    class: 'dhcp_activity',
    activity: 99,
    severity: 1,
    map: {
      client_addr: 'src_endpoint.ip',
      assigned_addr: 'src_endpoint.ip',
      mac: 'src_endpoint.mac',
      host_name: 'src_endpoint.hostname',
      client_fqdn: 'src_endpoint.hostname',
      server_addr: 'dst_endpoint.ip',
      lease_time: 'lease_dur',
    },
    says: ['DHCP {msg_types}', '{mac}', 'host {host_name}', 'address {assigned_addr}', 'server {server_addr}'],
    also: (source, draft) => {
      const types = source.take('msg_types')
      const last = String((Array.isArray(types) ? types.at(-1) : types) ?? '').toLowerCase()
      draft.is('dhcp_activity', DHCP.indexOf(last) + 1 || 99)
      if (last === 'ack') draft.end('success')
      else if (last === 'nak' || last === 'decline') draft.end('failure')
      draft.set('connection_info.uid', source.first('uids'))
    },
  },
  files: {
    title: 'File seen',
    class: 'network_file_activity',
    activity: 99,
    severity: 1,
    map: {
      ...ENDS,
      filename: 'file.path',
      mime_type: 'file.mime_type',
      total_bytes: 'file.size',
      seen_bytes: 'file.size',
      source: 'app_protocol_name',
      fuid: 'file.uid',
    },
    says: ['File {filename}', '{mime_type}', 'by {source}', 'sha256 {sha256}', 'from {tx_hosts}', 'to {rx_hosts}'],
    also: (source, draft) => {
      const sums = ['md5', 'sha1', 'sha256'].map(name => `${name}=${source.text(name) ?? ''}`)
      draft.set('file.hashes', sums.join(','))
      draft.set('connection_info.uid', source.text('conn_uids'))
      // Before version 5.1: who sent it and who received it, which says nothing of who asked.
      if (source.text('is_orig') === undefined) return
      const sent = isTrue(source.text('is_orig'))
      draft.set('src_endpoint.ip', source.text(sent ? 'tx_hosts' : 'rx_hosts'))
      draft.set('dst_endpoint.ip', source.text(sent ? 'rx_hosts' : 'tx_hosts'))
    },
  },
  x509: {
    title: 'Certificate seen',
    class: 'base_event',
    activity: 0,
    severity: 1,
    says: ['Certificate {certificate.subject}', 'of {certificate.issuer}', 'until {certificate.not_valid_after}'],
  },
  pe: {
    title: 'Windows program seen',
    class: 'base_event',
    activity: 0,
    severity: 1,
    says: ['Program {machine}', 'compiled {compile_ts}', '{subsystem}', 'os {os}'],
  },
  software: {
    title: 'Software seen',
    class: 'base_event',
    activity: 0,
    severity: 1,
    says: ['Software {unparsed_version}', '{software_type}', 'on {host}', 'port {host_p}'],
  },
  known_hosts: {
    title: 'Host seen',
    class: 'base_event',
    activity: 0,
    severity: 1,
    says: ['Host {host}'],
  },
  known_services: {
    title: 'Service seen',
    class: 'base_event',
    activity: 0,
    severity: 1,
    says: ['Service {service}', 'on {host}', 'port {port_num}', '{port_proto}'],
  },
  tunnel: {
    title: 'Tunnel',
    class: 'tunnel_activity',
    activity: { by: 'action', words: { 'Tunnel::DISCOVER': 1, 'Tunnel::CLOSE': 2, 'Tunnel::EXPIRE': 2 }, else: 99 },
    severity: 1,
    map: { ...ENDS, tunnel_type: 'tunnel_type' },
    says: ['{action}', '{tunnel_type}', ...FLOW],
  },
  dce_rpc: transaction('DCE/RPC call', 'dce_rpc', ['{endpoint} {operation}', '{named_pipe}']),
  snmp: transaction('SNMP', 'snmp', ['SNMP version {version}', '{display_string}']),
  sip: transaction('SIP message', 'sip', ['SIP {method}', '{status_code} {status_msg}']),
  syslog: transaction('Syslog message on the wire', 'syslog', ['{facility} {severity}', '{message}']),
  modbus: transaction('Modbus function', 'modbus', ['Modbus {func}', '{exception}']),
  dnp3: transaction('DNP3 function', 'dnp3', ['DNP3 {fc_request}', '{fc_reply}']),
  socks: transaction('SOCKS request', 'socks', ['SOCKS {request.host}{request.name}', '{status}']),
  mysql: transaction('MySQL command', 'mysql', ['MySQL {cmd}', '{arg}', 'success {success}']),
  irc: transaction('IRC command', 'irc', ['IRC {command}', '{value}']),
  ldap: transaction('LDAP operation', 'ldap', ['LDAP {opcode}', '{result}', '{object}']),
  ldap_search: transaction('LDAP search', 'ldap', ['LDAP search {base_object}', '{filter}', '{result}']),
  quic: transaction('QUIC session', 'quic', ['QUIC {version}', '{server_name}']),
  rfb: transaction('Remote framebuffer', 'rfb', ['RFB {authentication_method}', 'success {auth_success}']),
  mqtt_connect: transaction('MQTT connection', 'mqtt', ['MQTT {proto_name}', '{connect_status}']),
  mqtt_publish: transaction('MQTT message', 'mqtt', ['MQTT {topic}', '{status}']),
  dpd: {
    title: 'Protocol that was not what it seemed',
    class: 'network_activity',
    activity: 6,
    severity: 1,
    map: ENDS,
    says: ['{analyzer}', '{failure_reason}', ...FLOW],
  },
  capture_loss: {
    title: 'Share of lost packets',
    class: 'base_event',
    activity: 0,
    severity: 1,
    says: ['Capture loss {percent_lost}', 'peer {peer}'],
  },
  reporter: {
    title: 'Message of Zeek',
    class: 'base_event',
    activity: 0,
    severity: { by: 'level', words: { 'Reporter::ERROR': 3, 'Reporter::WARNING': 2 }, else: 1 },
    says: ['{level}', '{message}', '{location}'],
  },
  stats: {
    title: 'Counters',
    class: 'base_event',
    activity: 0,
    severity: 1,
    says: ['Counters of {peer}', 'packets {pkts_proc}', 'dropped {pkts_dropped}'],
  },
}

const DHCP = ['discover', 'offer', 'request', 'decline', 'ack', 'nak', 'release', 'inform']
const isTrue = (value: string | undefined): boolean => value === 'true' || value === 'T'
