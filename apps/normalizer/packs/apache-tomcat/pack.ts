import { definePack, type Fields, type Told } from '../../src/packs/kit.ts'

const LEVEL: Told = { by: 'level', words: { SEVERE: 4, ERROR: 4, FATAL: 5, WARNING: 2, WARN: 2 }, else: 1 }
/** `21-Nov-2026 09:29:58.123 INFO [main] org.apache.catalina.startup.Catalina.start message`, Tomcat's OneLineFormatter. */
const LINE =
  /^(\d{1,2}-[A-Z][a-z]{2}-\d{4} \d\d:\d\d:\d\d\.\d{3}) (SEVERE|WARNING|INFO|CONFIG|FINE|FINER|FINEST) \[([^\]]{1,256})\] ([\w.$<>-]{1,256}) ?([\s\S]*)$/

function read(message: string): Fields | undefined {
  const m = LINE.exec(message)
  if (!m) return undefined
  const [, time, level, thread, logger, text] = m
  return { time, level, thread, logger, message: text }
}

export const pack = definePack({
  id: 'apache-tomcat',
  vendor: 'Apache',
  product: 'Tomcat',
  names: ['Tomcat', 'Catalina', 'Apache Tomcat'],
  docs: [
    'https://tomcat.apache.org/tomcat-10.1-doc/logging.html',
    'https://tomcat.apache.org/tomcat-10.1-doc/config/valve.html#Access_Log_Valve',
  ],
  send: 'catalina.log and localhost.log through a shipper. The access log is read by generic-web-access.',
  marks: {
    tags: ['tomcat', 'catalina', 'tomcat9', 'tomcat10'],
    heads: ['<t> INFO [', '<t> SEVERE [', '<t> WARNING [', '<t> CONFIG [', '<t> FINE ['],
  },
  confirms: ({ fields, message }) =>
    fields.program !== undefined || (message !== undefined && /^\d{1,2}-[A-Z]/.test(message) && LINE.test(message)),
  read: (message, fields) => read(message) ?? (fields.program === undefined ? undefined : { message }),
  time: ['time'],
  lines: [
    {
      title: 'Account locked, and still tried',
      match: /^An attempt was made to authenticate the locked user \[(?<user>[^[\]]{1,256})\]\s*$/,
      class: 'authentication',
      activity: 1,
      ends: 'failure',
      severity: 3,
      facts: { 'service.name': 'Tomcat' },
      map: { user: 'user.name' },
      says: ['{message}'],
    },
    {
      // The name holds brackets, so nobody can tell where it ends.
      title: 'Account locked, the name is unclear',
      match: /^An attempt was made to authenticate the locked user \[/,
      class: 'authentication',
      activity: 1,
      ends: 'failure',
      severity: 3,
      facts: { 'service.name': 'Tomcat' },
      says: ['An attempt was made to authenticate a locked user'],
    },
    {
      title: 'Server starts',
      match: /^Server startup in \[?\d{1,9}\]? (?:ms|milliseconds)/,
      class: 'application_lifecycle',
      activity: 3,
      ends: 'success',
      severity: 1,
      facts: { 'app.name': 'Tomcat' },
      says: ['{message}'],
    },
    {
      title: 'Server stops',
      match: /^(?:A valid shutdown command was received|Stopping service \[|Destroying ProtocolHandler \[)/,
      class: 'application_lifecycle',
      activity: 4,
      severity: 1,
      facts: { 'app.name': 'Tomcat' },
      says: ['{message}'],
    },
    {
      title: 'Application deployed or removed',
      match:
        /^(?:Deployment of (?:web application (?:directory|archive)|deployment descriptor) \[(?<deployed>[^\]]{1,1024})\] has finished|Undeploying context \[(?<removed>[^\]]{0,1024})\])/,
      class: 'application_lifecycle',
      activity: { by: 'deployed', words: {}, else: 99 },
      ends: 'success',
      severity: 2,
      map: { deployed: 'app.path', removed: 'app.path' },
      facts: { 'app.name': 'web application' },
      says: ['{message}'],
      also: (source, draft) => {
        draft.is('application_lifecycle', source.text('deployed') === undefined ? 2 : 1)
      },
    },
    {
      title: 'Request that is no HTTP',
      match: /^(?:Error parsing HTTP request header|The host \[)/,
      class: 'base_event',
      activity: 0,
      severity: 2,
      says: ['{message}'],
    },
  ],
  lacks: ['user'],
  other: {
    title: 'Message of the server or of an application',
    class: 'base_event',
    activity: 0,
    severity: LEVEL,
    says: ['{level}', '{logger}', '{message}'],
  },
})
