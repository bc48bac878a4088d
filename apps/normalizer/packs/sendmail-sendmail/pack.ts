import { definePack, type Line } from '../../src/packs/kit.ts'

const ID = '(?<qid>[0-9A-Za-z]{8,20}): '
const ADDRESS = '[^<>\\s",]{0,320}'
const IP = '\\[(?:IPv6:)?(?<ip>[0-9A-Fa-f.:]{2,45})\\]'
/** A name that may be forged is not taken. */
const PEER = `(?:(?<name>[\\w.-]{0,254}\\w)\\.? (?!\\[[^\\]\\s]{2,50}\\] \\(may be forged\\))|[\\w.-]{1,255} )?${IP}(?: \\(may be forged\\))?`
const RELAY = `relay=${PEER}`
const FROM = { ip: 'src_endpoint.ip', name: 'src_endpoint.hostname' } as const
const mail = (title: string, match: string, activity: number, more: Partial<Line> = {}): Line => ({
  title,
  match: new RegExp(`^${match}`),
  class: 'email_activity',
  activity,
  map: { qid: 'email.uid', from: 'email.smtp_from', to: 'email.smtp_to', size: 'email.size', ...FROM },
  // A log line of a relay does not say whether the message comes in or goes out.
  also: (_, draft) => {
    draft.objects.direction_id = 0
  },
  ...more,
})

export const pack = definePack({
  id: 'sendmail-sendmail',
  vendor: 'Proofpoint',
  product: 'Sendmail',
  names: ['sm-mta'],
  docs: [
    'https://www.proofpoint.com/us/products/email-protection/open-source-email-solution',
    'https://docs.freebsd.org/en/books/handbook/mail/',
  ],
  send: 'Syslog of the facility mail.',
  marks: { tags: ['sendmail', 'sm-mta', 'sm-msp-queue', 'sm-acceptingconnections'] },
  lines: [
    mail(
      'Message received',
      `${ID}from=<?(?<from>${ADDRESS})>?, size=(?<size>\\d{1,12}), class=-?\\d{1,6}, nrcpts=\\d{1,6},(?: msgid=<?(?<mid>[^<>\\s,]{1,998})>?,)?(?: [a-z]{1,16}=[^\\s,]{1,64},){0,6} ${RELAY}$`,
      2,
      {
        ends: 'success',
        map: { qid: 'email.uid', from: 'email.smtp_from', size: 'email.size', mid: 'email.message_uid', ...FROM },
      },
    ),
    mail(
      'Message of a local user',
      `${ID}from=<?(?<from>${ADDRESS})>?, size=(?<size>\\d{1,12}), class=-?\\d{1,6}, nrcpts=\\d{1,6},(?: msgid=<?(?<mid>[^<>\\s,]{1,998})>?,)?(?: [a-z]{1,16}=[^\\s,]{1,64},){0,6} relay=[\\w.@-]{1,255}$`,
      2,
      {
        ends: 'success',
        map: { qid: 'email.uid', from: 'email.smtp_from', size: 'email.size', mid: 'email.message_uid' },
      },
    ),
    mail(
      'Delivery',
      `${ID}to=<?(?<to>${ADDRESS})>?,(?: [a-z]{1,16}=[^,]{1,320},){0,6}?(?: ${RELAY},| relay=[\\w.-]{1,255},)? dsn=(?<dsn>[\\d.]{1,16}), stat=(?<status>Sent|Deferred|User unknown|Service unavailable|Host unknown|Data format error|queued)(?=[ :(]|$)`,
      1,
      {
        ends: {
          by: 'status',
          success: ['Sent'],
          failure: ['Deferred', 'User unknown', 'Service unavailable', 'Host unknown', 'Data format error'],
        },
        map: {
          qid: 'email.uid',
          to: 'email.smtp_to',
          dsn: 'status_code',
          ip: 'dst_endpoint.ip',
          name: 'dst_endpoint.hostname',
        },
      },
    ),
    mail(
      'Message refused',
      `${ID}ruleset=(?<ruleset>\\w{1,32}), arg1=<?(?<arg>${ADDRESS})>?,(?: arg2=[^\\s,]{0,320},)? ${RELAY}, reject=(?<code>\\d{3}) `,
      2,
      {
        ends: 'refused',
        map: { qid: 'email.uid', code: 'status_code', ...FROM },
        also: (source, draft) => {
          draft.objects.direction_id = 0
          const ruleset = source.text('ruleset')
          if (ruleset === 'check_rcpt') draft.set('email.smtp_to', source.text('arg'))
          if (ruleset === 'check_mail') draft.set('email.smtp_from', source.text('arg'))
        },
      },
    ),
    {
      title: 'Client refused',
      match: new RegExp(
        `^(?:${ID})?ruleset=check_relay, arg1=[^\\s,]{1,255}, arg2=[^\\s,]{1,255}, ${RELAY}, reject=(?<code>\\d{3}) `,
      ),
      class: 'network_activity',
      activity: 5,
      ends: 'refused',
      map: { code: 'status_code', ...FROM },
    },
    {
      title: 'Login',
      match: new RegExp(
        `^(?:${ID})?AUTH=server, ${RELAY}, authid=(?<user>[^\\s,]{1,256}), mech=(?<mech>[\\w-]{1,32}), bits=\\d{1,5}$`,
      ),
      class: 'authentication',
      activity: 1,
      ends: 'success',
      facts: { 'service.name': 'smtp' },
      map: { user: 'user', mech: 'auth_protocol', ...FROM },
    },
    {
      title: 'Password refused',
      match: new RegExp(
        `^(?:${ID})?AUTH failure \\((?<mech>[\\w-]{1,32})\\): (?<why>[a-zA-Z][\\w ,'-]{1,128}) \\(-?\\d{1,4}\\)(?: [^[\\]]{1,256})?, ${RELAY}$`,
      ),
      class: 'authentication',
      activity: 1,
      ends: 'failure',
      facts: { 'service.name': 'smtp' },
      map: { mech: 'auth_protocol', why: 'status_detail', ...FROM },
    },
    {
      title: 'TLS connection',
      match: new RegExp(
        `^(?:${ID})?STARTTLS=(?:server|client), ${RELAY}, version=(?<version>\\S{1,16}), verify=\\w{1,16}, cipher=(?<cipher>[\\w-]{1,64}), bits=`,
      ),
      class: 'network_activity',
      activity: 6,
      ends: 'success',
      map: { version: 'tls.version', cipher: 'tls.cipher' },
      also: (source, draft) => {
        const end = source.text('message')?.includes('STARTTLS=client') ? 'dst_endpoint' : 'src_endpoint'
        draft.set(`${end}.ip`, source.text('ip')).set(`${end}.hostname`, source.text('name'))
      },
    },
    {
      title: 'Client does nothing',
      match: new RegExp(`^(?:${ID})?${PEER} did not issue [A-Z/]{4,32} during connection to `),
      class: 'network_activity',
      activity: 2,
      map: FROM,
    },
    {
      title: 'Server starts',
      match: /^starting daemon \((?<version>[\w.+/-]{1,32})\): /,
      class: 'application_lifecycle',
      activity: 3,
      ends: 'success',
      facts: { 'app.name': 'Sendmail' },
      map: { version: 'app.version' },
    },
  ],
  // A refused login names no user.
  lacks: ['user', 'email'],
})
