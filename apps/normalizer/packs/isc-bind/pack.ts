import { definePack, type Fields, type Line } from '../../src/packs/kit.ts'

/** `21-Nov-2026 09:29:58.123 queries: info: ` in front of a line of a file; syslog may have category and level too. */
const HEAD =
  /^(?:(\d\d-[A-Z][a-z]{2}-\d{4} \d\d:\d\d:\d\d\.\d{3}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z?) )?(?:([a-z][a-z-]{1,24}): )?(?:(critical|error|warning|notice|info|debug \d{1,2}): )?([\s\S]*)$/
const CATEGORIES =
  'client cname config database default delegation-only dispatch dnssec dnstap edns-disabled general lame-servers network notify nsid queries query-errors rate-limit resolver responses rpz rpz-passthru security serve-stale spill sslkeylog trust-anchor-telemetry unmatched update update-security xfer-in xfer-out zoneload'
const KNOWN = new Set(CATEGORIES.split(' '))

function read(message: string, fields: Readonly<Fields>): Fields | undefined {
  const [, time, category, level, rest] = HEAD.exec(message) ?? []
  const named = category !== undefined && KNOWN.has(category)
  if (fields.program === undefined && time === undefined) return undefined
  if (time === undefined && !named && level === undefined) return { message }
  // A word and a colon that are no category belong to the message.
  const text = category !== undefined && !named ? `${category}: ${rest}` : rest
  const out: Fields = { message: text }
  if (time !== undefined) out.time = time
  if (named) out.dns_category = category
  if (level !== undefined) out.level = level.replace(/ \d+$/, '')
  return out
}

/** BIND writes the name that was asked for once before it in brackets; names hold no blanks, they are escaped. */
const CLIENT =
  '^client (?:@0x[0-9a-f]{1,16} )?(?<client>[0-9A-Fa-f.:]{2,45})(?:%\\w{1,16})?#(?<port>\\d{1,5})(?:\\/key (?<key>[^\\s:]{1,255}))?(?: \\([^)]{0,1024}\\))?: (?:view [^:\\s]{1,64}: )?(?:signer "[^"]{1,255}" )?'
const ASKED = { client: 'src_endpoint.ip', port: 'src_endpoint.port' } as const
const query = (title: string, text: string, activity: number, more: Partial<Line> = {}): Line => ({
  title,
  match: new RegExp(CLIENT + text),
  class: 'dns_activity',
  activity,
  severity: 1,
  map: {
    ...ASKED,
    name: 'query.hostname',
    class: 'query.class',
    type: 'query.type',
    server: 'dst_endpoint.ip',
    rcode: 'rcode',
  },
  ...more,
})

export const pack = definePack({
  id: 'isc-bind',
  vendor: 'ISC',
  product: 'BIND',
  names: ['BIND 9', 'named'],
  docs: ['https://bind9.readthedocs.io/en/latest/reference.html#logging'],
  send: 'logging { channel x { syslog daemon; print-category yes; print-severity yes; }; category queries { x; }; };',
  marks: {
    tags: ['named'],
    heads: [
      '<t> queries: info: client ',
      '<t> client @<w> <ip>#<n> (',
      '<t> client <ip>#<n> (',
      '<t> client @<w> <ip>#<n>: ',
      '<t> queries: client ',
      '<t> security: info: client ',
      '<t> query-errors: info: client ',
      '<t> security: error: client ',
      '<t> rpz: info: client ',
      '<t> update: info: client ',
      '<t> update-security: error: client ',
      '<t> xfer-out: info: client ',
      '<t> xfer-in: info: transfer ',
      '<t> general: info: ',
      '<t> lame-servers: info: ',
      '<t> rate-limit: info: ',
      '<t> client: warning: client ',
      '<t> notify: info: ',
      '<t> dnssec: info: ',
    ],
  },
  read,
  time: ['time'],
  lines: [
    query(
      'Name asked for',
      'query: (?<name>\\S{1,1024}) (?<class>\\w{1,16}) (?<type>[\\w-]{1,16}) (?<flags>[+-][\\w()]{0,16})(?: \\((?<server>[0-9A-Fa-f.:]{2,45})\\))?',
      1,
    ),
    query(
      'Name answered',
      'response: (?<name>\\S{1,1024}) (?<class>\\w{1,16}) (?<type>[\\w-]{1,16}) (?<rcode>[A-Z]{2,16}) ',
      2,
      {
        ends: { by: 'rcode', success: ['NOERROR'], failure: ['FORMERR', 'SERVFAIL', 'NXDOMAIN', 'NOTIMP', 'REFUSED'] },
      },
    ),
    query(
      'Query that failed',
      'query failed \\((?:(?<rcode>[A-Z]{5,10})|(?<reason>[\\w ]{1,32}))\\) for (?<name>[^\\s/]{1,1024})\\/(?<class>\\w{1,16})\\/(?<type>[\\w-]{1,16})',
      1,
      {
        ends: 'failure',
        severity: 2,
        map: {
          ...ASKED,
          name: 'query.hostname',
          class: 'query.class',
          type: 'query.type',
          rcode: 'rcode',
          reason: 'status_detail',
        },
      },
    ),
    query(
      'Query refused',
      "(?:query|query \\(cache\\)|query-on \\(cache\\)) '(?<name>[^\\s/']{1,1024})\\/(?<type>[\\w-]{1,16})\\/(?<class>\\w{1,16})' denied",
      1,
      { ends: 'refused', severity: 2 },
    ),
    query(
      'Name rewritten by a policy',
      'rpz (?:QNAME|IP|NSIP|NSDNAME|CLIENT-IP) (?<policy>[\\w-]{1,24}) rewrite (?<name>[^\\s/]{1,1024})\\/(?<type>[\\w-]{1,16})\\/(?<class>\\w{1,16}) via (?<rule>\\S{1,1024})',
      1,
      {
        severity: 2,
        ends: { by: 'policy', refused: ['NXDOMAIN', 'NODATA', 'DROP', 'Local-Data', 'CNAME'], allowed: ['PASSTHRU'] },
        map: { ...ASKED, name: 'query.hostname', type: 'query.type', class: 'query.class', rule: 'firewall_rule.name' },
      },
    ),
    query(
      'Zone transfer',
      "transfer of '(?<name>[^\\s/']{1,1024})\\/(?<class>\\w{1,16})': (?<type>[AI]XFR(?:-style IXFR)?) (?<state>started|ended)",
      6,
      {
        ends: { by: 'state', success: ['started', 'ended'] },
        map: { ...ASKED, name: 'query.hostname', class: 'query.class', type: 'query.type' },
      },
    ),
    query(
      'Zone transfer refused',
      "(?:bad )?zone transfer '(?<name>[^\\s/']{1,1024})\\/(?<type>[AI]XFR)\\/(?<class>\\w{1,16})' denied",
      1,
      { ends: 'refused', severity: 2 },
    ),
    query('Update refused', "update '(?<name>[^\\s/']{1,1024})\\/(?<class>\\w{1,16})' denied", 99, {
      ends: 'refused',
      severity: 2,
    }),
    query('Zone updated', "updating zone '(?<name>[^\\s/']{1,1024})\\/(?<class>\\w{1,16})': ", 99, { ends: 'success' }),
    {
      title: 'Server that answers badly',
      match:
        /^(?:(?<rcode>[A-Z]{4,10}) unexpected RCODE|lame server|unexpected RCODE \((?<other>[A-Z]{4,10})\)) resolving '(?<name>[^\s/']{1,1024})(?:\/(?<type>[\w-]{1,16})\/(?<class>\w{1,16}))?'(?: \(in '[^\s']{1,1024}'\?\))?: (?<server>[0-9A-Fa-f.:]{2,45})#(?<server_port>\d{1,5})$/,
      class: 'dns_activity',
      activity: 2,
      ends: 'failure',
      severity: 1,
      map: {
        name: 'query.hostname',
        type: 'query.type',
        class: 'query.class',
        rcode: 'rcode',
        other: 'rcode',
        server: 'dst_endpoint.ip',
        server_port: 'dst_endpoint.port',
      },
    },
    {
      title: 'Answers held back',
      match:
        /^(?:client (?:@0x[0-9a-f]{1,16} )?(?<client>[0-9A-Fa-f.:]{2,45})#(?<port>\d{1,5}) .{0,1024}?)?(?:rate limit (?:drop|slip)|limit [\w ]{1,32} responses to) /,
      class: 'dns_activity',
      activity: 2,
      ends: 'refused',
      severity: 2,
      map: ASKED,
    },
    {
      title: 'Zone loaded',
      match:
        /^zone (?<zone>\S{1,1024})\/(?:IN|CH)(?:\/[\w.-]{1,64})?: (?:loaded serial|sending notifies|transferred serial|Transfer started)/,
      class: 'base_event',
      activity: 0,
      severity: 1,
    },
    {
      title: 'Server starts or stops',
      match: /^(?<state>starting BIND|running|shutting down|exiting|stopping command channel)/,
      class: 'application_lifecycle',
      activity: { by: 'state', words: { 'starting BIND': 3, running: 3, 'shutting down': 4, exiting: 4 }, else: 99 },
      severity: 1,
      facts: { 'app.name': 'named' },
    },
  ],
  lacks: ['src_endpoint', 'dst_endpoint'],
})
