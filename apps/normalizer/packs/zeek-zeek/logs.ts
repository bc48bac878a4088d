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
}
const STATE = /^(?:S[0-3]|SF|REJ|RST[OR](?:S0|H)?|SH|SHR|OTH|RSTRH|RSTOS0)$/

/** Which log a line of tab separated values is of, by values that only that log has in that place. */
function kindOf(values: readonly string[]): string | undefined {
  if (STATE.test(values[11] ?? '')) return 'conn'
  if (/^(?:tcp|udp)$/.test(values[6] ?? '') && /^\d{1,5}$/.test(values[7] ?? '') && values.length >= 22) return 'dns'
  if (/^(?:\d{1,6})$/.test(values[6] ?? '') && /^[A-Z]{3,16}$/.test(values[7] ?? '')) return 'http'
  return /^[12]$/.test(values[6] ?? '') && /^[TF-]$/.test(values[7] ?? '') && values.length >= 16 ? 'ssh' : undefined
}

const unset = (value: string): string => (value === '(empty)' ? '' : value)

/** A line of a Zeek log as text. Unset values are left out. */
export function readZeek(message: string): Fields | undefined {
  const values = readTabs(message).map(unset)
  const kind = kindOf(values)
  return kind === undefined ? undefined : { _path: kind, ...named(COLUMNS[kind]!, values) }
}
