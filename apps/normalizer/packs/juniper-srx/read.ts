import type { Fields } from '../../src/packs/kit.ts'

/** What stands for nothing. */
const BLANK = /^(?:N\/A|UNKNOWN|None|unknown-user|unset|0\.0\.0\.0|)$/i
/** `RT_FLOW_SESSION_CLOSE_LS`: of a logical system. `AV_VIRUS_DETECTED_MT`: of the scanner with several threads. */
const SUFFIX = /(?:_MT)?(?:_LS)?$/
const IP = '[0-9A-Fa-f.:]{2,45}'
const FLOW = `(?<source_address>${IP})/(?<source_port>\\d{1,5})->(?<destination_address>${IP})/(?<destination_port>\\d{1,5})`
const ZONES = '(?<policy_name>\\S{1,128}) (?<source_zone_name>\\S{1,128}) (?<destination_zone_name>\\S{1,128})'
const SERVICE = '(?:0x[0-9a-fA-F]{1,8} )?(?<service_name>\\S{1,64})'
const NAT = `${IP}/\\d{1,5}->${IP}/\\d{1,5}`

/** The text of messages that are not sent structured, by their tags. */
const TEXTS: Readonly<Record<string, RegExp>> = {
  RT_FLOW_SESSION_CREATE: new RegExp(
    `^session created ${FLOW} ${SERVICE} ${NAT} .{1,200}? (?<protocol_id>\\d{1,3}) ${ZONES} (?<session_id_32>\\d{1,20})(?: (?<username>[^\\s()]{1,128})\\((?<roles>[^()]{0,128})\\) (?<packet_incoming_interface>\\S{1,64}))?(?: |$)`,
  ),
  RT_FLOW_SESSION_CLOSE: new RegExp(
    `^session closed (?<reason>[^:]{1,64}): ${FLOW} ${SERVICE} ${NAT} .{1,200}? (?<protocol_id>\\d{1,3}) ${ZONES} (?<session_id_32>\\d{1,20}) (?<packets_from_client>\\d{1,18})\\((?<bytes_from_client>\\d{1,18})\\) (?<packets_from_server>\\d{1,18})\\((?<bytes_from_server>\\d{1,18})\\) (?<elapsed_time>\\d{1,10})(?: (?<application>\\S{1,64}) (?<nested_application>\\S{1,64}) (?<username>[^\\s()]{1,128})\\((?<roles>[^()]{0,128})\\) (?<packet_incoming_interface>\\S{1,64}))?(?: |$)`,
  ),
  RT_FLOW_SESSION_DENY: new RegExp(
    `^session denied ${FLOW} ${SERVICE} (?<protocol_id>\\d{1,3})\\((?<icmp_type>\\d{1,3})\\) ${ZONES}(?: (?<application>\\S{1,64}) (?<nested_application>\\S{1,64}) (?<username>[^\\s()]{1,128})\\((?<roles>[^()]{0,128})\\) (?<packet_incoming_interface>\\S{1,64}))?(?: |$)`,
  ),
  RT_SCREEN_TCP: new RegExp(
    `^(?<attack_name>[^:]{1,128}?) source: (?<source_address>${IP}):(?<source_port>\\d{1,5}), destination: (?<destination_address>${IP}):(?<destination_port>\\d{1,5}), zone name: (?<source_zone_name>[^,]{1,64}), interface name: (?<interface_name>[^,]{1,64}), action: (?<action>[\\w-]{1,32})$`,
  ),
  RT_SCREEN_ICMP: new RegExp(
    `^(?<attack_name>[^:]{1,128}?) source: (?<source_address>${IP}), destination: (?<destination_address>${IP}),(?: protocol-id: (?<protocol_id>\\d{1,3}),)? zone name: (?<source_zone_name>[^,]{1,64}), interface name: (?<interface_name>[^,]{1,64}), action: (?<action>[\\w-]{1,32})$`,
  ),
  IDP_ATTACK_LOG_EVENT: new RegExp(
    `^IDP: at \\d{1,12}, \\w{1,16} Attack log <${FLOW}> for (?<protocol_name>\\w{1,16}) protocol and service (?<service_name>\\S{1,64}) application (?<application_name>\\S{1,64}) by rule (?<rule_name>\\S{1,128}) of rulebase (?<rulebase_name>\\S{1,64}) in policy (?<policy_name>\\S{1,128})\\. attack: .{0,64}?action=(?<action>\\w{1,32}), (?:threat-)?severity=(?<threat_severity>\\w{1,32}), name=(?<attack_name>[^,]{1,256}),`,
  ),
  UI_LOGIN_EVENT: new RegExp(
    `^User '(?<username>[^']{1,128})' login, class '(?<class_name>[^']{1,128})' \\[\\d{1,10}\\](?:, ssh-connection '(?:(?<source_address>${IP}) (?<source_port>\\d{1,5}) (?<destination_address>${IP}) (?<destination_port>\\d{1,5}))?')?`,
  ),
  UI_LOGOUT_EVENT: /^User '(?<username>[^']{1,128})' logout$/,
  UI_CMDLINE_READ_LINE: /^User '(?<username>[^']{1,128})', command '(?<command>.{1,2048}?) ?'$/,
  UI_COMMIT:
    /^User '(?<username>[^']{1,128})' (?:requested '(?<command>[^']{1,64})' operation|performed commit)(?: \(comment: (?<message_of_user>.{1,512})\))?$/,
  UI_AUTH_EVENT:
    /^Authenticated user '(?<username>[^']{1,128})' (?:at permission level|assigned to class) '(?<class_name>[^']{1,128})'$/,
}
const SHAPE: Readonly<Record<string, string>> = {
  RT_SCREEN_UDP: 'RT_SCREEN_TCP',
  RT_SCREEN_IP: 'RT_SCREEN_ICMP',
}

/** A message of Junos: the pairs of its structured data, or its text. Names are those of the structured data. */
export function readJunos(message: string, header: Readonly<Fields>): Fields | undefined {
  for (const name in header) {
    const data = header[name]
    if (name.startsWith('junos@') && typeof data === 'object' && data !== null && typeof header.msgid === 'string') {
      return tidy({ ...(data as Fields), event: header.msgid.replace(SUFFIX, ''), message })
    }
  }
  const tag = /^([A-Z][A-Z0-9_]{3,63}): /.exec(message)
  const event = tag?.[1]?.replace(SUFFIX, '')
  if (!tag || event === undefined) return undefined
  const text = message.slice(tag[0].length).trim()
  const groups = TEXTS[SHAPE[event] ?? event]?.exec(text)?.groups
  const out: Fields = { message }
  for (const name in groups) {
    if (groups[name] !== undefined) out[name.replaceAll('_', '-')] = groups[name]
  }
  // Without its facts a message is not of the kind that its tag says.
  return tidy(groups ? { ...out, event } : { ...out, tag: event })
}

function tidy(fields: Fields): Fields {
  const out: Fields = {}
  for (const name in fields) {
    const value = fields[name]
    const text = typeof value === 'string' ? value.trim() : value
    if (typeof text !== 'string' || !BLANK.test(text)) out[name] = text
  }
  // With ICMP, what stands in the place of ports are identifier and sequence.
  if (out['protocol-id'] === '1' || out['protocol-id'] === '58') {
    delete out['source-port']
    delete out['destination-port']
  }
  if (typeof out['protocol-name'] === 'string') out['protocol-name'] = out['protocol-name'].toLowerCase()
  return out
}
