import { type Draft, definePack, type Kind, type Line, type Source } from '../../src/packs/kit.ts'

const IP = '\\[?[0-9A-Fa-f.:]{2,45}\\]?'
const OP = 'conn=(?<conn>\\d{1,20}) op=(?<op>\\d{1,10}) '
/** Inside the quotes a name is escaped by no rule: it ends at the last quote, and no other may stand in it. */
const DN = 'dn="(?<dn>[^"]{0,1024})"'

/** Who a distinguished name is about: the value of its first part. */
function named(source: Source, draft: Draft, name: string, path: string): void {
  const dn = source.text(name)
  if (dn === undefined) return
  draft.set(`${path}.uid`, dn)
  const first = /^(?:uid|cn|samaccountname|userid)=((?:[^\\,+]|\\.){1,256})(?:,|$)/i.exec(dn)
  if (first && !first[1]!.includes('\\')) draft.set(`${path}.name`, first[1])
}
const line = (title: string, match: string, more: Partial<Line>): Line => ({
  title,
  match: new RegExp(`^${match}`),
  class: 'base_event',
  activity: 0,
  ...more,
})
const login = (title: string, match: string, activity: number, ends: Kind['ends']): Line =>
  line(title, match, {
    class: 'authentication',
    activity,
    ends,
    facts: { 'service.name': 'ldap' },
    map: { conn: 'session.uid', mech: 'auth_protocol', err: 'status_code', text: 'status_detail' },
    also: (source, draft) => named(source, draft, 'dn', 'user'),
  })
const written = (title: string, verb: string, activity: number): Line =>
  line(title, `${OP}${verb} ${DN}$`, { class: 'entity_management', activity, map: { dn: 'entity.name' } })

export const pack = definePack({
  id: 'openldap-openldap',
  vendor: 'OpenLDAP',
  product: 'OpenLDAP',
  names: ['slapd'],
  docs: ['https://www.openldap.org/doc/admin26/slapdconf2.html', 'https://www.openldap.org/doc/admin26/guide.html'],
  send: 'olcLogLevel: stats, which slapd writes to syslog. Requests and results are lines of their own: the connection (conn) joins them.',
  marks: { tags: ['slapd'] },
  lines: [
    line(
      'Client connects',
      `conn=(?<conn>\\d{1,20}) fd=\\d{1,10} ACCEPT from IP=(?<client>${IP}):(?<cport>\\d{1,5}) \\(IP=(?<local>${IP}):(?<lport>\\d{1,5})\\)$`,
      {
        class: 'network_activity',
        activity: 1,
        map: {
          client: 'src_endpoint.ip',
          cport: 'src_endpoint.port',
          lport: 'dst_endpoint.port',
          conn: 'connection_info.uid',
        },
        also: (source, draft) => {
          // 0.0.0.0 and [::] are all addresses of the machine.
          const local = source.text('local')
          if (local !== '0.0.0.0' && local !== '[::]') draft.set('dst_endpoint.ip', local)
          ;(draft.objects.connection_info as { direction_id?: number }).direction_id = 1
        },
      },
    ),
    line('Client connects by a local socket', 'conn=(?<conn>\\d{1,20}) fd=\\d{1,10} ACCEPT from PATH=', {
      class: 'network_activity',
      activity: 1,
    }),
    line(
      'TLS established',
      'conn=(?<conn>\\d{1,20}) fd=\\d{1,10} TLS established tls_ssf=\\d{1,5} ssf=\\d{1,5}(?: tls_proto=(?<proto>\\S{1,16}))?(?: tls_cipher=(?<cipher>\\S{1,64}))?',
      {
        class: 'network_activity',
        activity: 6,
        ends: 'success',
        map: { proto: 'tls.version', cipher: 'tls.cipher' },
      },
    ),
    line('Connection closed', 'conn=(?<conn>\\d{1,20}) fd=\\d{1,10} closed(?: \\([\\w -]{1,64}\\))?$', {
      class: 'network_activity',
      activity: 2,
    }),
    login('Login asked for', `${OP}BIND ${DN} method=(?:\\d{1,4})$`, 99, undefined),
    login('Login', `${OP}BIND ${DN} mech=(?<mech>[\\w-]{1,32})(?: bind_ssf=\\d{1,5})? ssf=\\d{1,5}$`, 1, 'success'),
    login(
      'Login without a name',
      `${OP}BIND anonymous mech=implicit(?: bind_ssf=\\d{1,5})? ssf=\\d{1,5}$`,
      1,
      'success',
    ),
    login(
      'Login answered',
      `${OP}RESULT tag=97 err=(?<err>0|14)(?: qtime=[\\d.]{1,16})?(?: etime=[\\d.]{1,16})? text=`,
      99,
      'success',
    ),
    login(
      'Login refused',
      `${OP}RESULT tag=97 err=(?<err>\\d{1,5})(?: qtime=[\\d.]{1,16})?(?: etime=[\\d.]{1,16})? text=(?<text>.{0,512})$`,
      1,
      'failure',
    ),
    login('Logout', `${OP}UNBIND$`, 2, 'success'),
    line('Search', `${OP}SRCH base="(?<dn>[^"]{0,1024})" scope=\\d(?: deref=\\d)? filter="(?<filter>.{1,8192})"$`, {
      class: 'datastore_activity',
      activity: 4,
      map: { filter: 'query_info.query_string', dn: 'database.name' },
      also: (_, draft) => {
        const database = draft.objects.database as { type_id?: number } | undefined
        // A directory: OCSF has no number for it.
        if (database) database.type_id = 99
      },
    }),
    line('Search answered', `${OP}SEARCH RESULT tag=101 err=(?<err>\\d{1,5})`, {
      map: { err: 'status_code' },
      ends: { by: 'err', success: ['0'], failure: ['32', '1', '3', '4', '50'] },
    }),
    written('Entry added', 'ADD', 1),
    written('Entry changed', 'MOD', 3),
    written('Entry renamed', 'MODRDN', 5),
    written('Entry deleted', 'DEL', 4),
    line('Password changed', `${OP}PASSMOD id="(?<dn>[^"]{1,1024})"(?: old)?(?: new)?$`, {
      class: 'account_change',
      activity: 3,
      also: (source, draft) => named(source, draft, 'dn', 'user'),
    }),
    line('Own password changed', `${OP}PASSMOD(?: old)?(?: new)?$`, { class: 'account_change', activity: 3 }),
    line('Change answered', `${OP}RESULT tag=(?:103|105|107|109|111|120) err=(?<err>\\d{1,5})`, {
      map: { err: 'status_code' },
      ends: { by: 'err', success: ['0'], refused: ['50'], failure: ['19', '20', '32', '34', '53', '68', '80'] },
    }),
    line('Attributes named', `${OP}(?:SRCH|MOD) attr=`, {}),
    line('Extended request', `${OP}(?:EXT oid=(?<oid>[\\d.]{3,64})|STARTTLS)$`, {}),
    line('Server starts', 'slapd starting$', {
      class: 'application_lifecycle',
      activity: 3,
      facts: { 'app.name': 'OpenLDAP' },
    }),
    line('Server stops', '(?:slapd stopped\\.|slapd shutdown: waiting for \\d{1,9} operations/tasks to finish)$', {
      class: 'application_lifecycle',
      activity: 4,
      facts: { 'app.name': 'OpenLDAP' },
    }),
  ],
  // A result does not repeat who asked, nor an operation from where: conn joins them.
  lacks: ['user', 'actor', 'src_endpoint', 'dst_endpoint', 'database', 'databucket', 'table', 'entity'],
})
