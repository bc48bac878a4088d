import type { ValueType } from './value-type.ts'

const form = (pattern: string): ValueType => ({ of: 'form', pattern })

/** An id that we made: random, or an HMAC. Some are named for good. */
const id = (prefixes: string, ...named: readonly string[]): ValueType =>
  form([`(?:${prefixes})_[a-z2-7]{26}`, ...named].join('|'))

const DATE = '\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])'
const CLOCK = '(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d{1,9})?(?:Z|[+-][01]\\d:?[0-5]\\d)?'
const BASE64_HASH = '[A-Za-z0-9+/]{43}='
/** The name of a log of one tenant, before and after restores. An auditor knows its tenant. */
const LOG = 'wardline/ten_[a-z0-9_]{1,60}/(?:audit|evidence)(?:/res_[a-z2-7]{26})?'
const RESTORED = `restored res_[a-z2-7]{26} \\d{1,16} \\d{1,16} ${BASE64_HASH}\\n`

/** Words that services of ours write into evidence, and names of its members. */
const FACTS = `
  agent agent_class agent_id agents alert_id alerts algorithm applies_from archive archived_removed asset_id
  assets auditor automatic active boot_id change changed closed_at cold cold_days collector comments confidence
  connection_changed connection_id correlation_groups correlation_id count counts created critical darwin day destroyed dir
  disabled egress_refused Ed25519 enabled endpoint enrollment_token erased error_code events expired failed finished_at
  first_event_at fresh_nonce generation groups high hot hot_days id informational jamf_pro key_destroyed key_id
  key_possession last_event_at linux low mass_disappearance medium microsoft_graph missing not_after not_before
  objects_rewritten occurred_at opened_at origin own partial platform previous proven proven_at provider
  provider_response_invalid provider_throttled provider_unauthorized provider_unavailable reason receipt
  receipt_signature records rejections retention_class rule_id searchable_removed secret_unresolved seen sequence
  serial_number serial_numbers server severity sha256 sign source_log_ids spki_sha256 started_at state statement
  succeeded tenant_id throttled ticket_comments ticket_id tickets to token_id unchanged uploaded value version_hash warm warm_days
  wardline.enrollment.v1 windows withheld age brief standard extended longest`
  .trim()
  .split(/\s+/)
  .map(word => word.replaceAll('.', '\\.'))
  .join('|')

/** Types by the form of their values: numbers, times, ids of ours, hashes. */
export const forms = {
  /** The folder of a source pack. Only the normalizer writes it, and only names of its own. */
  pack_id: form('[a-z0-9]{2,32}(?:-[a-z0-9]{1,32}){1,4}'),
  number: { of: 'number' },
  /** An id of an enumeration. */
  small: { of: 'number', min: -1, max: 999_999 },
  port: { of: 'number', min: 0, max: 65_535 },
  boolean: { of: 'boolean' },
  /** RFC 3339, or as Windows and databases write it. */
  time: form(`${DATE}[T ]${CLOCK}`),
  day: form(DATE),
  day_or_time: form(`${DATE}(?:[T ]${CLOCK})?`),
  hex_number: form('0x[0-9a-fA-F]{1,16}'),
  /** Not one that could be an IPv4 address. */
  version: form('v?\\d{1,5}(?:\\.\\d{1,6}){0,2}|\\d{1,3}\\.\\d{1,3}\\.\\d{4,6}(?:\\.\\d{1,6})?'),
  interface: form(
    '(?:lo|eth|en|wlan|wl|wwan|ww|tun|tap|utun|awdl|llw|bridge|br|bond|docker|veth|virbr|ppp|gif|stf|anpi|ap|ipsec|wg)(?:[psfdou]?\\d{1,4}){0,4}',
  ),
  agent_id: id('agt'),
  alert_id: id('alr'),
  asset_id: id('ast'),
  audit_id: id('aud'),
  batch_id: id('bat'),
  comment_id: id('cmt'),
  connection_id: id('mdc'),
  correlation_id: id('cor'),
  device_id: id('mdd'),
  envelope_id: id('env'),
  event_id: id('evt'),
  evidence_id: id('evd'),
  log_source_id: id('src'),
  /** An account, a person, an agent, or a command at the machine. */
  principal_id: id('sva|usr|agt', 'reset-admin', 'keys-rotate', 'keys-rotate-pseudonyms', 'keys-put-back'),
  request_id: id('req'),
  rule_id: id('rul', 'rul_agent_clone_suspected'),
  /** As most rules name their selections. */
  selection_name: form('(?:selection|filter|keywords)(?:_(?:main|optional))?(?:_?\\d{1,3}[a-z]?)?'),
  session_id: id('ses'),
  /** What evidence is about: a record of ours, the logs of a day, or settings of the tenant. */
  evidence_subject_id: id(
    '[a-z]{3}',
    'rul_agent_clone_suspected',
    `${DATE}\\.(?:brief|standard|extended|longest)`,
    'retention',
    'legal-hold',
  ),
  /** What shows an asset: its agent, or a device of a provider. */
  source_of_asset_id: id('agt|mdd'),
  tenant_id: id('ten', 'ten_default', 'ten_platform'),
  ticket_id: id('tkt'),
  uuid: form('[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'),
  sha256: form('[0-9a-f]{64}'),
  hash: form(`[0-9a-f]{32,128}|${BASE64_HASH}`),
  /** What evidence says: words, ids, hashes, times and signatures of ours. */
  fact: form(
    `${FACTS}|[a-z]{3}_[a-z2-7]{26}|ten_(?:default|platform)|rul_agent_clone_suspected|${DATE}(?:T${CLOCK})?|[0-9a-f]{16,64}|[A-Za-z0-9+/]{86}==`,
  ),
  policy_id: form('auditor-standard@\\d{1,4}\\+[0-9a-f]{16}'),
  pseudonym: form('[a-z_]{1,32}:\\d{1,6}~[a-z2-7]{26}'),
  /** Our own cursor: a MAC of 16 bytes and the position. */
  cursor: form('[A-Za-z0-9_-]{24,2048}'),
  key_id: form('[0-9a-f]{16}'),
  log_name: form(LOG),
  /** A checkpoint and our signature (C2SP signed-note). */
  signed_note: form(
    `${LOG}\\n\\d{1,16}\\n${BASE64_HASH}\\n(?:${RESTORED}){0,50}\\n(?:\\u2014 ${LOG} [A-Za-z0-9+/]{86,100}={0,2}\\n){1,4}`,
  ),
  verifier_key: form(`${LOG}\\+[0-9a-f]{8}\\+[A-Za-z0-9+/]{44}`),
  /** Techniques, tactics and the like, as Sigma names them. */
  rule_tag: form(
    'attack\\.(?:[tgs]\\d{4}(?:\\.\\d{3})?|reconnaissance|resource[-_]development|initial[-_]access|execution|persistence|privilege[-_]escalation|defense[-_]evasion|stealth|defense[-_]impairment|credential[-_]access|discovery|lateral[-_]movement|collection|command[-_]and[-_]control|exfiltration|impact)|cve\\.\\d{4}[.-]\\d{4,7}|car\\.\\d{4}-\\d{2}-\\d{3}|detection\\.(?:dfir|emerging[-_]threats|threat[-_]hunting)|tlp\\.(?:red|amber|amber-strict|green|clear|white)',
  ),
  control: form('soc2:(?:CC|C)\\d{1,2}\\.\\d{1,2}|iso27001:A\\.\\d{1,2}\\.\\d{1,2}'),
} as const satisfies Readonly<Record<string, ValueType>>
