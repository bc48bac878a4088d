import { definePack, type Fields, type Line } from '../../src/packs/kit.ts'

const TIME = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{3})?(?: [+-]\d{4})?) (?:\[(\d{1,10})\] )?/
/** `1vMabc-0001Ab-2C`, and from version 4.97 `1vMabc-000000012Ab-2CdE`. */
const ID = /^([0-9A-Za-z]{6}-[0-9A-Za-z]{6}(?:[0-9A-Za-z]{5})?-[0-9A-Za-z]{2}(?:[0-9A-Za-z]{2})?) /
const KNOWN =
  /^(?:(?:<=|=>|->|>>|\*>|\*\*|==) |Completed|Frozen|Message is frozen|H=|[\w-]{1,64} authenticator failed for |exim [\d.]{1,16} daemon started|SMTP (?:connection|command|protocol|call)|TLS error on |unexpected disconnection |no host name found |no IP address found |Connection from |refused connection |rejected |Start queue run|End queue run|Warning: |DKIM: )/

/** The head of a line of the main or the reject log. */
function head(text: string): { fields: Fields; rest: string } | undefined {
  const time = TIME.exec(text)
  const after = time ? text.slice(time[0].length) : text
  const id = ID.exec(after)
  const rest = id ? after.slice(id[0].length) : after
  return {
    fields: {
      ...(time && { time: time[1] }),
      ...(time?.[2] && { process_id: time[2] }),
      ...(id && { message_id: id[1] }),
    },
    rest,
  }
}

function read(text: string, header: Readonly<Fields>): Fields | undefined {
  const { fields, rest } = head(text) ?? { fields: {}, rest: text }
  if (fields.time === undefined && header.program === undefined) return undefined
  if (header.program === undefined && !KNOWN.test(rest)) return undefined
  return { ...fields, message: rest }
}

/** Without blanks, angle brackets and quotes: in quotes an address may hold what looks like the rest of the line. */
const ADDRESS = '[^<>\\s"=]{1,320}'
/** `H=name (what the client called itself) [address]:port`; the name in brackets is the client's word. */
const HOST =
  'H=(?:(?<name>[\\w.-]{1,255}) )?(?:\\([^()\\s]{1,255}\\) )?\\[(?<ip>[0-9A-Fa-f.:]{2,45})\\](?::(?<cport>\\d{1,5}))?'
const FROM = { ip: 'src_endpoint.ip', cport: 'src_endpoint.port', name: 'src_endpoint.hostname' } as const
const TO = { ip: 'dst_endpoint.ip', cport: 'dst_endpoint.port', name: 'dst_endpoint.hostname' } as const
const mail = (title: string, match: string, activity: number, more: Partial<Line> = {}): Line => ({
  title,
  match: new RegExp(`^${match}`),
  class: 'email_activity',
  activity,
  map: { message_id: 'email.uid', from: 'email.smtp_from', to: 'email.smtp_to', ...FROM },
  // A log line of a relay does not say whether the message comes in or goes out.
  also: (_, draft) => {
    draft.objects.direction_id = 0
  },
  ...more,
})
const delivery = (title: string, sign: string, ends: Line['ends']): Line =>
  mail(
    title,
    `${sign} (?<to>${ADDRESS})(?: \\(${ADDRESS}(?: <${ADDRESS}>)?\\))?(?: <${ADDRESS}>)?(?: F=<[^<>\\s"]{0,320}>)?(?: P=<[^<>\\s"]{0,320}>)? R=(?<router>[\\w-]{1,64})(?: T=(?<transport>[\\w-]{1,64}))?(?: S=\\d{1,12})?(?: ${HOST})?(?=[ :]|$)`,
    1,
    {
      ends,
      map: { message_id: 'email.uid', to: 'email.smtp_to', ...TO },
    },
  )

export const pack = definePack({
  id: 'exim-exim',
  vendor: 'Exim',
  product: 'Exim',
  docs: ['https://www.exim.org/exim-html-current/doc/html/spec_html/ch-log_files.html'],
  send: 'log_file_path = syslog, or mainlog and rejectlog through a shipper.',
  marks: {
    tags: ['exim', 'exim4'],
    heads: [
      '<t> <n><w>-',
      '<t> H=',
      '<t> <w> authenticator failed for ',
      '<t> exim <n>.<n> daemon started',
      '<t> SMTP connection from ',
      '<t> TLS error on connection from ',
      '<t> no host name found for IP address ',
      '<t> unexpected disconnection while reading SMTP command',
      '<t> refused connection from ',
    ],
  },
  confirms: ({ fields, message }) =>
    fields.program !== undefined || (message !== undefined && read(message, {}) !== undefined),
  read,
  time: ['time'],
  map: { process_id: 'process.pid' },
  lines: [
    {
      title: 'Sender logs in and sends',
      match: new RegExp(
        `^<= (?<from>${ADDRESS}|<>) ${HOST}(?: I=\\[[0-9A-Fa-f.:]{2,45}\\]:\\d{1,5})? P=e?smtps?a(?: [A-Z]{1,3}=[^\\s"]{0,512}){0,6}? A=(?<method>[\\w-]{1,64})(?::(?<user>[^\\s"=]{1,256}))? `,
      ),
      class: 'authentication',
      activity: 1,
      ends: 'success',
      facts: { 'service.name': 'smtp' },
      map: { user: 'user', method: 'auth_protocol', message_id: 'session.uid', ...FROM },
    },
    mail(
      'Message received',
      `<= (?:<>|(?<from>${ADDRESS}))(?: R=[\\w-]{1,64})?(?: U=(?<account>[\\w.-]{1,64}))?(?: ${HOST})? `,
      2,
      {
        ends: 'success',
        map: { message_id: 'email.uid', from: 'email.smtp_from', account: 'actor.user.name', ...FROM },
      },
    ),
    delivery('Delivery', '(?:=>|->|>>)', 'success'),
    delivery('Delivery fails', '\\*\\*', 'failure'),
    delivery('Delivery deferred', '==', 'failure'),
    mail('Message done', 'Completed(?: |$)', 4, { map: { message_id: 'email.uid' } }),
    {
      title: 'Password refused',
      match:
        /^(?<method>[\w-]{1,64}) authenticator failed for (?:(?<name>[\w.-]{1,255}) )?(?:\([^()\s]{1,255}\) )?\[(?<ip>[0-9A-Fa-f.:]{2,45})\](?::(?<cport>\d{1,5}))?(?: I=\[[0-9A-Fa-f.:]{2,45}\]:\d{1,5})?(?: U=[\w.-]{1,64})?: 535 [^()]{1,128}(?: \(set_id=(?<user>[^\s()]{1,256})\))?$/,
      class: 'authentication',
      activity: 1,
      ends: 'failure',
      facts: { 'service.name': 'smtp' },
      map: { user: 'user', method: 'auth_protocol', ...FROM },
    },
    mail(
      'Message refused',
      `${HOST}(?: I=\\[[0-9A-Fa-f.:]{2,45}\\]:\\d{1,5})?(?: [A-Z]{1,3}=[^\\s"<>]{1,512}){0,6} F=<(?<from>${ADDRESS})?>(?: A=\\S{1,256})? (?:temporarily )?rejected (?:RCPT|MAIL|DATA|after DATA)(?: <?(?<to>${ADDRESS})>?)?(?:: |$)`,
      2,
      {
        ends: 'refused',
      },
    ),
    {
      title: 'Client refused',
      match: new RegExp(
        `^(?:${HOST} .{0,512}rejected |refused connection from (?:(?<name2>[\\w.-]{1,255}) )?\\[(?<ip2>[0-9A-Fa-f.:]{2,45})\\])`,
      ),
      class: 'network_activity',
      activity: 5,
      ends: 'refused',
      map: { ...FROM, ip2: 'src_endpoint.ip' },
    },
    {
      title: 'Client lost',
      match:
        /^(?:SMTP connection from|unexpected disconnection while reading SMTP command from) (?:(?<name>[\w.-]{1,255}) )?(?:\([^()\s]{1,255}\) )?\[(?<ip>[0-9A-Fa-f.:]{2,45})\](?::(?<cport>\d{1,5}))?/,
      class: 'network_activity',
      activity: 2,
      map: FROM,
    },
    {
      title: 'Server starts',
      match: /^exim (?<version>[\d.]{1,16}) daemon started: /,
      class: 'application_lifecycle',
      activity: 3,
      ends: 'success',
      facts: { 'app.name': 'Exim' },
      map: { version: 'app.version' },
    },
  ],
  // Exim names the user that a client wanted to be only if its authenticator sets one.
  lacks: ['user', 'email'],
})
