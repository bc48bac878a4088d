import { definePack, type Fields, type Line, type Told } from '../../src/packs/kit.ts'

const LEVEL: Told = { by: 'level', words: { '#': 2 }, else: 1 }
const ADDRESS = '(?:(?<client>[0-9A-Fa-f.]{7,15}|\\[[0-9A-Fa-f:.]{2,45}\\]|[0-9A-Fa-f:]{2,45}):(?<cport>\\d{1,5}))'
const FROM = { client: 'src_endpoint.ip', cport: 'src_endpoint.port' } as const
/** `4242:M 21 Nov 2026 09:29:58.123 * …`. */
const LINE = /^(\d{1,10}):([XCSM]) (\d{1,2} [A-Z][a-z]{2} (?:\d{4} )?\d\d:\d\d:\d\d\.\d{1,3}) ([.*#-]) ([\s\S]*)$/

function read(text: string): Fields | undefined {
  const match = LINE.exec(text)
  if (!match) return undefined
  const [, pid, role, time, level, message] = match
  return { time, role, level, process_id: pid, message }
}

const line = (title: string, match: string, more: Partial<Line>): Line => ({
  title,
  match: new RegExp(`^${match}`),
  class: 'network_activity',
  activity: 6,
  ...more,
})
const run = (title: string, match: string, activity: number): Line =>
  line(title, match, {
    class: 'application_lifecycle',
    activity,
    facts: { 'app.name': 'Redis' },
    map: { version: 'app.version' },
  })

export const pack = definePack({
  id: 'redis-redis',
  vendor: 'Redis',
  product: 'Redis',
  names: ['Valkey'],
  docs: [
    'https://redis.io/docs/latest/operate/oss_and_stack/management/config-file/',
    'https://redis.io/docs/latest/operate/oss_and_stack/management/security/',
  ],
  send: 'The log file through a shipper, or syslog-enabled yes. loglevel verbose tells of clients.',
  marks: { tags: ['redis', 'redis-server'], heads: ['M', 'S', 'C', 'X'].map(role => `<n>:${role} <t> `) },
  read: (text, fields) => read(text) ?? (fields.program === undefined ? undefined : { message: text }),
  time: ['time'],
  map: { process_id: 'process.pid' },
  lines: [
    line(
      'Attack over another protocol stopped',
      `Possible SECURITY ATTACK detected\\. .{0,400} Connection from ${ADDRESS} aborted\\.$`,
      {
        activity: 5,
        ends: 'refused',
        severity: 4,
        map: FROM,
      },
    ),
    line('Client connects', `Accepted ${ADDRESS}$`, { activity: 1, map: FROM }),
    line('Replica asks for the data', `(?:Replica|Slave) ${ADDRESS} asks for synchronization$`, { map: FROM }),
    line('Replica lost', `Connection with (?:replica|slave) (?:client id #\\d{1,20} )?${ADDRESS} lost\\.$`, {
      activity: 2,
      map: FROM,
    }),
    line('Connects to its master', 'Connecting to MASTER (?<server>[\\w.:-]{1,255}):(?<sport>\\d{1,5})$', {
      activity: 1,
      map: { server: 'dst_endpoint.ip', sport: 'dst_endpoint.port' },
    }),
    {
      title: 'Made a replica of another server',
      // A known attack: whoever may give commands makes the server load data, or a module, from a server of theirs.
      match: new RegExp(
        `^(?:REPLICAOF|SLAVE OF) (?<server>[\\w.:-]{1,255}):(?<sport>\\d{1,5}) enabled \\(user request from 'id=\\d{1,20} addr=${ADDRESS} `,
      ),
      class: 'network_activity',
      activity: 6,
      ends: 'success',
      severity: 2,
      map: { ...FROM, server: 'dst_endpoint.ip', sport: 'dst_endpoint.port' },
    },
    line('Made a master', `MASTER MODE enabled \\(user request from 'id=\\d{1,20} addr=${ADDRESS} `, {
      ends: 'success',
      severity: 2,
      map: FROM,
    }),
    {
      title: 'Module loaded',
      match: /^Module '(?<module>[^']{1,128})' loaded from (?<path>\S{1,1024})$/,
      class: 'base_event',
      activity: 0,
      ends: 'success',
      severity: 2,
    },
    run(
      'Server starts',
      '(?:oO0OoO0OoO0Oo Redis is starting|Redis version=(?<version>[\\d.]{1,16}), |Ready to accept connections)',
      3,
    ),
    run(
      'Server stops',
      '(?:User requested shutdown|Received SIG(?:TERM|INT) scheduling shutdown|(?:Redis|Valkey) is now ready to exit)',
      4,
    ),
  ],
  other: { title: 'Message of the server', class: 'base_event', activity: 0, severity: LEVEL },
})
