import { definePack, type Line } from '../../src/packs/kit.ts'

const ID = '[0-9A-Za-z]{5,20}'
const IP = '[0-9A-Fa-f.:]{2,45}'
/** Postfix writes a name only if it resolves to the address and back. */
const CLIENT = `(?:unknown|(?<name>[\\w.-]{1,255}))\\[(?:unknown|(?<ip>${IP}))\\](?::(?<port>\\d{1,5}))?`
const SCREENED = `\\[(?<ip>${IP})\\]:(?<port>\\d{1,5})`
const FROM = { ip: 'src_endpoint.ip', name: 'src_endpoint.hostname', port: 'src_endpoint.port' } as const
/** An address that needs no quotes; in quotes it may hold what looks like the rest of the line. */
const ADDRESS = '[^<>\\s"]{0,320}'

const mail = (title: string, match: string, activity: number, more: Partial<Line> = {}): Line => ({
  title,
  match: new RegExp(`^${match}`),
  class: 'email_activity',
  activity,
  // A log line of a relay does not say whether the message comes in or goes out.
  also: (_, draft) => {
    draft.objects.direction_id = 0
  },
  ...more,
})
const network = (title: string, match: string, activity: number, more: Partial<Line> = {}): Line => ({
  title,
  match: new RegExp(`^${match}`),
  class: 'network_activity',
  activity,
  map: FROM,
  ...more,
})
const ENVELOPE = {
  ...FROM,
  qid: 'email.uid',
  from: 'email.smtp_from',
  to: 'email.smtp_to',
  helo: 'smtp_hello',
} as const
const REFUSED = `(?:NOQUEUE|(?<qid>${ID})): (?:milter-)?reject: [A-Z-]{4,20} from `
/** The end that Postfix wrote. It may be there only once: the text before it and the name after HELO are a stranger's. */
const TAIL = `(?:(?!; from=<)[\\s\\S]){0,2048}; from=<(?<from>${ADDRESS})>,? to=<(?<to>${ADDRESS})>,?(?: orig_to=<${ADDRESS}>)? proto=\\w{1,16},?(?: helo=<(?<helo>[^<>]{0,255})>)?$`

export const pack = definePack({
  id: 'postfix-postfix',
  vendor: 'Postfix',
  product: 'Postfix',
  docs: [
    'https://www.postfix.org/DEBUG_README.html',
    'https://www.postfix.org/SASL_README.html',
    'https://www.postfix.org/POSTSCREEN_README.html',
  ],
  send: 'Syslog of the facility mail.',
  marks: { tags: ['postfix', 'postfix/smtpd', 'postfix/sendmail', 'postfix/error', 'postfix/local'] },
  lines: [
    {
      title: 'Password refused',
      match: new RegExp(
        `^warning: ${CLIENT}: SASL (?<method>[\\w-]{1,32}) authentication failed:(?:(?!, sasl_username=)[\\s\\S]){0,1024}(?:, sasl_username=(?<user>[^\\s,]{1,256}))?$`,
      ),
      class: 'authentication',
      activity: 1,
      ends: 'failure',
      facts: { 'service.name': 'smtp' },
      map: { ...FROM, user: 'user', method: 'auth_protocol' },
    },
    {
      title: 'Password refused, name not read',
      match: new RegExp(`^warning: ${CLIENT}: SASL (?<method>[\\w-]{1,32}) authentication failed:`),
      class: 'authentication',
      activity: 1,
      ends: 'failure',
      facts: { 'service.name': 'smtp' },
      map: { ...FROM, method: 'auth_protocol' },
    },
    {
      title: 'Sender logs in and sends',
      match: new RegExp(
        `^(?<qid>${ID}): client=${CLIENT}, sasl_method=(?<method>[\\w-]{1,32}), sasl_username=(?<user>[^\\s,]{1,256})(?:, sasl_sender=\\S{1,320})?$`,
      ),
      class: 'authentication',
      activity: 1,
      ends: 'success',
      facts: { 'service.name': 'smtp' },
      map: { ...FROM, user: 'user', method: 'auth_protocol', qid: 'session.uid' },
    },
    mail('Message refused', `${REFUSED}${CLIENT}: (?<code>\\d{3}) ${TAIL}`, 2, {
      ends: 'refused',
      map: { ...ENVELOPE, code: 'status_code' },
    }),
    mail('Message refused by postscreen', `${REFUSED}${SCREENED}: (?<code>\\d{3}) ${TAIL}`, 2, {
      ends: 'refused',
      map: { ...ENVELOPE, code: 'status_code' },
    }),
    network(
      'Client refused',
      `(?:NOQUEUE|${ID}): (?:milter-)?reject: [A-Z-]{4,20} from ${CLIENT}: (?<code>\\d{3}) `,
      5,
      {
        ends: 'refused',
        map: { ...FROM, code: 'status_code' },
      },
    ),
    mail('Message received', `(?<qid>${ID}): client=${CLIENT}(?:, orig_(?:queue_id|client)=[^\\s,]{1,320}){0,2}$`, 2, {
      ends: 'success',
      map: ENVELOPE,
    }),
    mail('Message identified', `(?<qid>${ID}): (?:resent-)?message-id=<(?<mid>[^<>\\s]{1,998})>$`, 4, {
      map: { qid: 'email.uid', mid: 'email.message_uid' },
    }),
    mail(
      'Message queued',
      `(?<qid>${ID}): from=<(?<from>${ADDRESS})>, size=(?<size>\\d{1,12}), nrcpt=\\d{1,9} \\(queue active\\)$`,
      4,
      {
        map: { qid: 'email.uid', from: 'email.smtp_from', size: 'email.size' },
      },
    ),
    mail(
      'Delivery',
      `(?<qid>${ID}): to=<(?<to>${ADDRESS})>,(?: orig_to=<${ADDRESS}>,)? relay=(?:none|local|virtual|(?<relay>[\\w.-]{1,255})(?:\\[(?:(?<rip>${IP})|[^\\]\\s]{1,256})\\])?(?::(?<rport>\\d{1,5}))?),(?: conn_use=\\d{1,6},)? delay=[\\d.]{1,16},(?: delays=[\\d./]{1,64},)? dsn=(?<dsn>[\\d.]{1,16}), status=(?<status>[\\w-]{1,32}) \\(`,
      1,
      {
        ends: {
          by: 'status',
          success: ['sent', 'deliverable'],
          failure: ['bounced', 'deferred', 'expired', 'undeliverable'],
        },
        map: {
          qid: 'email.uid',
          to: 'email.smtp_to',
          rip: 'dst_endpoint.ip',
          rport: 'dst_endpoint.port',
          dsn: 'status_code',
        },
        also: (source, draft) => {
          draft.objects.direction_id = 0
          // Of a relay without an address the name is a program: `procmail`, `mail.corp.example[private/dovecot-lmtp]`.
          if (source.text('rip')) draft.set('dst_endpoint.hostname', source.text('relay'))
        },
      },
    ),
    mail('Message leaves the queue', `(?<qid>${ID}): removed$`, 4, { map: { qid: 'email.uid' } }),
    mail('Message of a local user', `(?<qid>${ID}): uid=(?<uid>\\d{1,10}) from=<(?<from>${ADDRESS})>$`, 2, {
      ends: 'success',
      map: { qid: 'email.uid', from: 'email.smtp_from', uid: 'actor.user.uid' },
    }),
    network('Client connects', `connect from ${CLIENT}$`, 1),
    network('Client disconnects', `disconnect from ${CLIENT}(?: |$)`, 2),
    network(
      'Connection lost',
      `(?:lost connection|timeout) after [A-Z-]{3,20}(?: \\(\\d{1,12} bytes\\))? from ${CLIENT}$`,
      2,
    ),
    network(
      'Client makes too many mistakes',
      `too many errors after [A-Z-]{3,20}(?: \\(\\d{1,12} bytes\\))? from ${CLIENT}$`,
      5,
      {
        ends: 'refused',
      },
    ),
    network(
      'Client does not keep to the protocol',
      `improper command pipelining after [A-Z-]{3,20} from ${CLIENT}:`,
      6,
      {
        severity: 2,
      },
    ),
    network(
      'TLS connection from a client',
      `(?:Anonymous|Untrusted|Trusted|Verified) TLS connection (?:established|reused) from ${CLIENT}: (?<version>\\S{1,16}) with cipher (?<cipher>\\S{1,64}) `,
      6,
      { ends: 'success', map: { ...FROM, version: 'tls.version', cipher: 'tls.cipher' } },
    ),
    network(
      'TLS connection to a server',
      `(?:Anonymous|Untrusted|Trusted|Verified) TLS connection (?:established|reused) to ${CLIENT}: (?<version>\\S{1,16}) with cipher (?<cipher>\\S{1,64}) `,
      6,
      {
        ends: 'success',
        map: {
          ip: 'dst_endpoint.ip',
          name: 'dst_endpoint.hostname',
          port: 'dst_endpoint.port',
          version: 'tls.version',
          cipher: 'tls.cipher',
        },
      },
    ),
    network('Client meets postscreen', `CONNECT from ${SCREENED} to \\[(?<lip>${IP})\\]:(?<lport>\\d{1,5})$`, 1, {
      map: { ...FROM, lip: 'dst_endpoint.ip', lport: 'dst_endpoint.port' },
    }),
    network('Client passes postscreen', `(?:PASS (?:NEW|OLD)|ALLOWLISTED|WHITELISTED) ${SCREENED}$`, 6, {
      ends: 'allowed',
    }),
    network('Client is on a block list', `DNSBL rank \\d{1,6} for ${SCREENED}$`, 6, { severity: 2 }),
    network('Client talks too early', `PREGREET \\d{1,6} after [\\d.]{1,10} from ${SCREENED}: `, 6, { severity: 2 }),
    network(
      'Client hangs up',
      `(?:HANGUP after [\\d.]{1,10} from ${SCREENED} in |DISCONNECT \\[(?<ip2>${IP})\\]:(?<port2>\\d{1,5})$)`,
      2,
      {
        map: { ...FROM, ip2: 'src_endpoint.ip', port2: 'src_endpoint.port' },
      },
    ),
    {
      title: 'Mail system starts',
      match: /^daemon started -- version (?<version>[\w.-]{1,32}), configuration /,
      class: 'application_lifecycle',
      activity: 3,
      ends: 'success',
      facts: { 'app.name': 'Postfix' },
      map: { version: 'app.version' },
    },
    {
      title: 'Mail system stops',
      match: /^(?:terminating on signal \d{1,3}|stopping the Postfix mail system)$/,
      class: 'application_lifecycle',
      activity: 4,
      facts: { 'app.name': 'Postfix' },
    },
    {
      title: 'Fault',
      match: /^(?:fatal|panic|error): /,
      class: 'application_error',
      activity: 1,
      severity: 3,
    },
    {
      title: 'Figures of clients',
      match: /^statistics: max /,
      class: 'base_event',
      activity: 0,
    },
  ],
  // The mechanism LOGIN fails before Postfix knows the name, and older versions never log it.
  lacks: ['user', 'email'],
})
