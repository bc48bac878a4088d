import { type Fields, named, readTabs } from '../../src/packs/kit.ts'

const CONNECTION = 'ts uid id.orig_h id.orig_p id.resp_h id.resp_p'
const list = (names: string): string[] => `${CONNECTION} ${names}`.split(' ')

/** Default columns of the logs that are told apart without their `#fields` line. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  conn: list(
    'proto service duration orig_bytes resp_bytes conn_state local_orig local_resp missed_bytes history orig_pkts orig_ip_bytes resp_pkts resp_ip_bytes tunnel_parents',
  ),
  dns: list(
    'proto trans_id rtt query qclass qclass_name qtype qtype_name rcode rcode_name AA TC RD RA Z answers TTLs rejected',
  ),
  http: list(
    'trans_depth method host uri referrer version user_agent origin request_body_len response_body_len status_code status_msg info_code info_msg tags username password proxied',
  ),
  ssh: list(
    'version auth_success auth_attempts direction client server cipher_alg mac_alg compression_alg kex_alg host_key_alg host_key',
  ),
  smtp: list(
    'trans_depth helo mailfrom rcptto date from to cc reply_to msg_id in_reply_to subject x_originating_ip first_received second_received last_reply path user_agent tls',
  ),
  kerberos: list('request_type client service success error_msg from till cipher forwardable renewable'),
  ntlm: list('username hostname domainname server_nb_computer_name server_dns_computer_name server_tree_name success'),
  rdp: list('cookie result security_protocol client_channels keyboard_layout client_build client_name'),
  ftp: list('user password command arg mime_type file_size reply_code reply_msg'),
  weird: list('name addl notice peer source'),
  ssl: list('version cipher curve server_name resumed last_alert next_protocol established'),
}
const STATE = /^(?:S[0-3]|SF|REJ|RST[OR](?:S0|H)?|SH|SHR|OTH|RSTRH|RSTOS0)$/
const FTP_COMMAND =
  /^(?:USER|PASS|ACCT|CWD|RETR|STOR|STOU|APPE|DELE|LIST|NLST|MLSD|PASV|EPSV|PORT|EPRT|RNFR|RNTO|MKD|RMD|SITE|QUIT|<init>)$/
const FLAG = /^[TF]$/

/** Which log a line of tab separated values is of, by values that only that log has in that place. */
function kindOf(values: readonly string[]): string | undefined {
  const at = (index: number): string => values[index] ?? ''
  if (STATE.test(at(11))) return 'conn'
  if (/^(?:tcp|udp)$/.test(at(6)) && /^\d{1,5}$/.test(at(7)) && values.length >= 22) return 'dns'
  if (/^\d{1,6}$/.test(at(6)) && /^\d{3}(?![^ -])/.test(at(21)) && FLAG.test(at(24))) return 'smtp'
  if (/^(?:AS|TGS)$/.test(at(6)) && /^[TF-]$/.test(at(9)) && values.length >= 16) return 'kerberos'
  if (/^(?:TLSv1[0-3]|SSLv[23]|DTLSv1[023])$/.test(at(6)) && FLAG.test(at(10)) && FLAG.test(at(13))) return 'ssl'
  if (/^(?:HYBRID(?:_EX)?|RDP|SSL|RDSTLS)$/.test(at(8)) && values.length >= 18) return 'rdp'
  if (FTP_COMMAND.test(at(8)) && values.length >= 15) return 'ftp'
  if (values.length === 13 && FLAG.test(at(12))) return 'ntlm'
  if (/^\w{3,64}$/.test(at(6)) && FLAG.test(at(8)) && (values.length === 10 || values.length === 11)) return 'weird'
  if (/^(?:\d{1,6})$/.test(at(6)) && /^[A-Z]{3,16}$/.test(at(7))) return 'http'
  return /^[12]$/.test(at(6)) && /^[TF-]$/.test(at(7)) && values.length >= 16 ? 'ssh' : undefined
}

const unset = (value: string): string => (value === '(empty)' ? '' : value)

/** A line of a Zeek log as text. Unset values are left out. */
export function readZeek(message: string): Fields | undefined {
  const raw = readTabs(message)
  const kind = kindOf(raw)
  return kind === undefined ? undefined : { _path: kind, ...named(COLUMNS[kind]!, raw.map(unset)) }
}
