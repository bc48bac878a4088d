import { columns, type Fields, named } from '../../src/packs/kit.ts'

/** Columns of every type of log; a blank name is reserved by the vendor. */
const START = ['', 'receive_time', 'serial', 'type', 'subtype', '', 'time_generated']
const SESSION =
  'src dst natsrc natdst rule srcuser dstuser app vsys from to inbound_if outbound_if logset - sessionid repeatcnt sport dport natsport natdport flags proto action'
const list = (names: string): string[] => [...START, ...names.split(' ').map(name => (name === '-' ? '' : name))]

const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  TRAFFIC: list(
    `${SESSION} bytes bytes_sent bytes_received packets start elapsed category - seqno actionflags srcloc dstloc - pkts_sent pkts_received session_end_reason dg1 dg2 dg3 dg4 vsys_name device_name action_source`,
  ),
  THREAT: list(
    `${SESSION} misc threatid category severity direction seqno actionflags srcloc dstloc - contenttype pcap_id filedigest cloud url_idx user_agent filetype xff referer sender subject recipient reportid dg1 dg2 dg3 dg4 vsys_name device_name`,
  ),
  SYSTEM: list(
    'vsys eventid object - - module severity opaque seqno actionflags dg1 dg2 dg3 dg4 vsys_name device_name',
  ),
  USERID: list(
    'vsys ip user datasourcename eventid repeatcnt timeout beginport endport datasource datasourcetype seqno actionflags dg1 dg2 dg3 dg4 vsys_name device_name',
  ),
  AUTHENTICATION: list(
    'vsys ip user normalize_user object authpolicy repeatcnt authid vendor logset serverprofile desc clienttype event factorno seqno actionflags dg1 dg2 dg3 dg4 vsys_name device_name vsys_id authproto',
  ),
  HIPMATCH: list(
    'srcuser vsys machinename os src matchname repeatcnt matchtype - - seqno actionflags dg1 dg2 dg3 dg4 vsys_name device_name',
  ),
  CONFIG: list('host vsys cmd admin client result path seqno actionflags dg1 dg2 dg3 dg4 vsys_name device_name'),
  GLOBALPROTECT: list(
    'vsys eventid stage auth_method tunnel_type srcuser srcregion machinename public_ip public_ipv6 private_ip private_ipv6 hostid serialnumber client_ver client_os client_os_ver repeatcnt reason error opaque status location login_duration connect_method error_code portal seqno actionflags',
  ),
}

/** A line of PAN-OS: comma separated, the names of the columns depend on the fourth. */
export function readPanos(message: string): Fields | undefined {
  const values = columns(message)
  const names = Object.hasOwn(COLUMNS, values[3] ?? '') ? COLUMNS[values[3]!] : undefined
  return names && withoutNothing(named(names, values))
}

/** Columns in which a zero means that there is none. */
const ZERO_IS_NONE = ['sessionid', 'natsport', 'natdport'] as const

/** An address that is not there is `0.0.0.0` or `::`. */
function withoutNothing(fields: Record<string, string>): Fields {
  for (const name in fields) if (fields[name] === '0.0.0.0' || fields[name] === '::') delete fields[name]
  for (const name of ZERO_IS_NONE) if (fields[name] === '0') delete fields[name]
  return fields
}
