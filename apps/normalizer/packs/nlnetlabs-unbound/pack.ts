import { definePack, type Fields, type Line } from '../../src/packs/kit.ts'

/** `[1795253398] unbound[900:0] info: ` in a file, `[900:0] info: ` through syslog. */
const HEAD =
  /^(?:(?:\[(\d{10})\]|([A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|\d{4}-\d\d-\d\dT\S{8,24})) )?(?:unbound)?\[(\d{1,10}):([0-9a-f]{1,4})\] (?:(fatal error|error|warning|notice|info|debug|query|reply): )?([\s\S]*)$/

function read(message: string): Fields | undefined {
  const head = HEAD.exec(message)
  if (!head) return undefined
  const [, epoch, text, pid, thread, level, rest] = head
  const time = epoch ?? text
  const out: Fields = { pid, thread, message: rest }
  if (time !== undefined) out.time = time
  if (level !== undefined) out.level = level
  return out
}

/** Unbound writes names in its own escaped form, without blanks, each with a dot at the end. */
const ASKED =
  '(?<client>[0-9A-Fa-f.:]{2,45}) (?<name>\\S{1,1024}?)\\.? (?<type>[A-Z][A-Z0-9]{0,15}|TYPE\\d{1,5}) (?<class>IN|CH|HS|ANY|CLASS\\d{1,5})'
const dns = (title: string, match: RegExp, activity: number, more: Partial<Line> = {}): Line => ({
  title,
  match,
  class: 'dns_activity',
  activity,
  severity: 1,
  map: {
    client: 'src_endpoint.ip',
    port: 'src_endpoint.port',
    name: 'query.hostname',
    type: 'query.type',
    class: 'query.class',
    rcode: 'rcode',
  },
  ...more,
})

export const pack = definePack({
  id: 'nlnetlabs-unbound',
  vendor: 'NLnet Labs',
  product: 'Unbound',
  names: ['Unbound DNS'],
  docs: ['https://unbound.docs.nlnetlabs.nl/en/latest/manpages/unbound.conf.html'],
  send: 'server: use-syslog: yes, log-queries: yes, log-replies: yes, log-local-actions: yes.',
  marks: {
    tags: ['unbound'],
    heads: ['[<n>] unbound[<n>:', '<t> unbound[<n>:', '[<n>:<n>] info: ', '[<n>:<n>] reply: ', '[<n>:<n>] query: '],
  },
  read,
  time: ['time'],
  map: { pid: 'process.pid' },
  lines: [
    dns(
      'Name answered',
      new RegExp(
        `^${ASKED} (?<rcode>[A-Z]{4,16}) (?<seconds>\\d{1,6}\\.\\d{1,9}) (?<cached>[01]) (?<size>\\d{1,6})(?: |$)`,
      ),
      2,
      {
        ends: { by: 'rcode', success: ['NOERROR'], failure: ['FORMERR', 'SERVFAIL', 'NXDOMAIN', 'NOTIMPL', 'REFUSED'] },
      },
    ),
    dns('Name asked for', new RegExp(`^${ASKED}$`), 1),
    dns(
      'Answered by a local zone',
      /^(?<zone>\S{1,1024}) (?<action>always_\w{1,24}|deny|refuse|static|redirect|inform\w{0,16}|transparent|typetransparent|block_a|nodefault) (?<client>[0-9A-Fa-f.:]{2,45})@(?<port>\d{1,5}) (?<name>\S{1,1024}?)\.? (?<type>[A-Z][A-Z0-9]{0,15}) (?<class>IN|CH|HS|ANY)$/,
      1,
      {
        ends: {
          by: 'action',
          refused: [
            'deny',
            'refuse',
            'always_refuse',
            'always_nxdomain',
            'always_null',
            'always_deny',
            'inform_deny',
            'always_nodata',
          ],
        },
      },
    ),
    dns(
      'Name of a policy zone',
      /^rpz: applied (?:\[[^\]]{1,255}\] )?(?<rule>\S{1,1024}) (?<action>rpz-[\w-]{1,24}) (?<client>[0-9A-Fa-f.:]{2,45})@(?<port>\d{1,5}) (?<name>\S{1,1024}?)\.? (?<type>[A-Z][A-Z0-9]{0,15}) (?<class>IN|CH|HS|ANY)$/,
      1,
      {
        ends: { by: 'action', refused: ['rpz-nxdomain', 'rpz-nodata', 'rpz-drop'], allowed: ['rpz-passthru'] },
        severity: 2,
        map: {
          client: 'src_endpoint.ip',
          port: 'src_endpoint.port',
          name: 'query.hostname',
          type: 'query.type',
          class: 'query.class',
          rule: 'firewall_rule.name',
        },
      },
    ),
    dns(
      'Validation failed',
      /^validation failure <(?<name>[^\s>]{1,1024}?)\.? (?<type>[A-Z][A-Z0-9]{0,15}) (?<class>IN|CH)>/,
      2,
      { ends: 'failure', severity: 2 },
    ),
    {
      title: 'Server starts or stops',
      match: /^(?<state>start of service|service stopped)/,
      class: 'application_lifecycle',
      activity: { by: 'state', words: { 'start of service': 3, 'service stopped': 4 }, else: 99 },
      severity: 1,
      facts: { 'app.name': 'unbound' },
    },
  ],
  lacks: ['src_endpoint', 'dst_endpoint'],
})
