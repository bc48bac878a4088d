import { definePack, type Fields, type Source } from '../../src/packs/kit.ts'

const END = '(\\d{1,3}(?:\\.\\d{1,3}){3}|[0-9A-Fa-f:]{2,45}?)(?::(\\d{1,5}))?'
/**
 * `[1:9000001:3] WEB Path traversal [Classification: Web Application Attack] [Priority: 1] {TCP} 203.0.113.9:40000 -> 192.0.2.30:80`.
 * Snort 3 puts the message in quotes and writes the application in `[AppID: …]`. All of it is from the rules, not from
 * the packet.
 */
const ALERT = new RegExp(
  `^(?:\\[\\*\\*\\] )?\\[(\\d{1,9}):(\\d{1,10}):(\\d{1,9})\\] (?:"([^"]{1,512})"|(.{1,512}?))(?: \\[\\*\\*\\])?(?: \\[Classification: ([^\\]]{1,256})\\])?(?: \\[Priority: (\\d{1,3})\\])?:?(?: \\[AppID: ([^\\]]{1,128})\\])?(?: <[^>\\s]{1,32}>)? [{<]([\\w:-]{1,32})[}>] ${END} -> ${END}\\s*$`,
)
/** `11/21-09:29:58.123456 `, with `26/` in front if the year is on, and what became of the packet. */
const STAMP = /^((?:\d\d\/)?\d\d\/\d\d-\d\d:\d\d:\d\d\.\d{1,6}) {1,2}/
const ACTION = /^\[(\w{3,12})\] (?=\[\*\*\] )/

function read(message: string, fields: Readonly<Fields>): Fields | undefined {
  const stamp = STAMP.exec(message)
  const after = stamp ? message.slice(stamp[0].length) : message
  const action = ACTION.exec(after)
  const m = ALERT.exec(action ? after.slice(action[0].length) : after)
  if (!m) return fields.program === undefined ? undefined : { message }
  const [, gid, sid, rev, quoted, bare, classification, priority, app, protocol, src, sport, dst, dport] = m
  const told = { time: stamp?.[1], action: action?.[1], gid, sid, rev, msg: quoted ?? bare, classification }
  const out: Fields = {}
  for (const [name, value] of Object.entries({ ...told, priority, app, protocol, src, sport, dst, dport })) {
    if (value !== undefined) out[name] = value
  }
  return out
}

const PRIORITY = { by: 'priority', words: { 1: 4, 2: 3, 3: 2, 4: 1 }, else: 2 } as const

export const pack = definePack({
  id: 'snort-snort',
  vendor: 'Cisco',
  product: 'Snort',
  names: ['Snort IDS', 'Snort 3', 'Sourcefire Snort'],
  docs: ['https://docs.snort.org/start/alert_logging', 'https://www.snort.org/documents'],
  send: 'alert_syslog, or alert_fast or alert_json to a file for a shipper.',
  marks: {
    tags: ['snort', 'snort3'],
    heads: ['<t> [**] [', '<t> [<w>] [**] [', '[**] [<n>:<n>:<n>] ', '[<w>] [**] [<n>:<n>:<n>] '],
    keys: [
      ['dst_ap', 'src_ap', 'rule'],
      ['sid', 'gid', 'src_addr'],
    ],
  },
  read,
  time: ['time', 'timestamp'],
  kind: (source: Source) => (source.first('sid', 'rule') === undefined ? undefined : 'alert'),
  kinds: {
    alert: {
      title: 'Alert of a rule',
      class: 'detection_finding',
      activity: 1,
      ends: { by: 'action', refused: ['drop', 'block', 'reject', 'rewrite'], allowed: ['allow', 'alert', 'pass'] },
      severity: PRIORITY,
      map: {
        msg: 'finding_info.title',
        sid: 'finding_info.uid',
        rule: 'finding_info.uid',
        classification: 'finding_info.desc',
        class: 'finding_info.desc',
        src: 'src_endpoint.ip',
        sport: 'src_endpoint.port',
        dst: 'dst_endpoint.ip',
        dport: 'dst_endpoint.port',
        src_addr: 'src_endpoint.ip',
        src_port: 'src_endpoint.port',
        dst_addr: 'dst_endpoint.ip',
        dst_port: 'dst_endpoint.port',
        src_ap: 'src_endpoint.ip',
        dst_ap: 'dst_endpoint.ip',
      },
      says: [
        '{msg}',
        'rule {gid}:{sid}',
        '{rule}',
        'class {classification}{class}',
        '{action}',
        '{protocol}{proto}',
        'from {src}{src_addr}{src_ap}',
        'to {dst}{dst_addr}{dst_ap}',
      ],
      also: (source, draft) => {
        draft.set('connection_info.protocol_name', source.first('protocol', 'proto')?.toLowerCase())
      },
    },
  },
})
