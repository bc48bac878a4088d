import { definePack, type Line } from '../../src/packs/kit.ts'

const IP = '[0-9A-Fa-f.:]{2,45}'
const LEVEL = '(?:(?:Info|Warning|Error): )?'
/**
 * What Dovecot itself appends, to the end of the line. The name in front was typed by a stranger: it may hold no angle
 * bracket, and no second address may follow.
 */
const TAIL = `user=<(?<user>[^<>]{0,255})>,(?: method=(?<method>[\\w-]{1,32}),)? rip=(?<rip>${IP}), lip=(?<lip>${IP})(?:,(?:(?! rip=|user=<)[\\s\\S]){0,512})?$`
const CLIENT = {
  user: 'user',
  rip: 'src_endpoint.ip',
  lip: 'dst_endpoint.ip',
  method: 'auth_protocol',
  proto: 'service.name',
} as const
const login = (title: string, match: string, more: Partial<Line> = {}): Line => ({
  title,
  match: new RegExp(`^(?<proto>imap|pop3|managesieve|submission)-login: ${LEVEL}${match}`),
  class: 'authentication',
  activity: 1,
  map: CLIENT,
  ...more,
})
/** `imap(ann)<4242><session>: `, and `imap(ann): ` of older versions. */
const SESSION = `(?<proto>imap|pop3|lmtp|lda|managesieve|submission|indexer-worker)\\((?<user>[^()<>\\s]{1,255})\\)(?:<\\d{1,10}><(?<session>[^<>\\s]{1,64})>)?: ${LEVEL}`
const asked = (title: string, match: string, more: Partial<Line> = {}): Line => ({
  title,
  match: new RegExp(
    `^auth(?:-worker)?(?:\\(\\d{1,10}\\))?: ${LEVEL}(?:conn unix:[^:]{1,128}: )?(?<method>[\\w-]{1,32})\\((?<user>[^(),<>\\s]{1,255}),(?<rip>${IP})(?:,<[^<>\\s]{0,64}>)?\\): ${match}`,
  ),
  class: 'authentication',
  activity: 1,
  ends: 'failure',
  facts: { 'service.name': 'dovecot' },
  map: { user: 'user', rip: 'src_endpoint.ip' },
  // What follows may be the password that was given.
  says: ['{reason}', 'of {user}', 'from {rip}'],
  ...more,
})

export const pack = definePack({
  id: 'dovecot-dovecot',
  vendor: 'Dovecot',
  product: 'Dovecot',
  docs: ['https://doc.dovecot.org/2.4.1/core/admin/logging.html', 'https://doc.dovecot.org/2.3/admin_manual/logging/'],
  send: 'Syslog of the facility mail.',
  marks: { tags: ['dovecot'] },
  lines: [
    login('Login', `Login: ${TAIL}`, { ends: 'success' }),
    login(
      'Password refused',
      `(?:Aborted login|Disconnected|Login aborted)[^<>]{0,256}\\(auth failed,[^<>]{0,256}: ${TAIL}`,
      {
        ends: 'failure',
      },
    ),
    login('Client leaves without a login', `(?:Aborted login|Disconnected|Login aborted)[^<>]{0,256}: ${TAIL}`, {
      class: 'network_activity',
      activity: 2,
      map: { rip: 'src_endpoint.ip', lip: 'dst_endpoint.ip', proto: 'app_protocol_name' },
    }),
    {
      title: 'Logout',
      match: new RegExp(
        `^${SESSION}(?:Disconnected: )?(?:Logged out|Disconnected|Connection closed|Disconnected for inactivity)(?:[ :.,(]|$)`,
      ),
      class: 'authentication',
      activity: 2,
      ends: 'success',
      map: { user: 'user', session: 'session.uid', proto: 'service.name' },
    },
    {
      title: 'Message saved',
      match: new RegExp(
        `^${SESSION}(?:sieve: )?msgid=(?:<(?<mid>[^<>\\s]{1,998})>|unspecified): (?:saved mail to|stored mail into mailbox) `,
      ),
      class: 'email_activity',
      activity: 2,
      ends: 'success',
      map: { user: 'actor.user', mid: 'email.message_uid' },
      also: (_, draft) => {
        draft.objects.direction_id = 0
      },
    },
    asked('Unknown user', '(?<reason>unknown user)(?: |$)'),
    asked('Password mismatch', '(?<reason>Password mismatch|[Pp]assword mismatch)(?: |$)'),
    asked('PAM refuses', '(?<reason>pam_authenticate\\(\\) failed: [A-Z][a-z ]{3,64})(?: |$)'),
    {
      title: 'Server starts',
      match: /^master: (?:Info: )?Dovecot v(?<version>[\w.-]{1,32}) \([^()]{1,64}\) starting up/,
      class: 'application_lifecycle',
      activity: 3,
      ends: 'success',
      facts: { 'app.name': 'Dovecot' },
      map: { version: 'app.version' },
    },
    {
      title: 'Server stops',
      match: /^master: (?:Warning: )?Killed with signal \d{1,3} /,
      class: 'application_lifecycle',
      activity: 4,
      facts: { 'app.name': 'Dovecot' },
    },
    {
      title: 'Fault',
      match: /^[\w-]{1,32}(?:\([^()<>]{1,255}\))?(?:<[^<>]{1,64}>){0,2}: (?:Error|Fatal|Panic): /,
      class: 'application_error',
      activity: 1,
      severity: 3,
    },
  ],
  // A client that leaves before it names a user.
  lacks: ['user', 'email'],
})
