import { type Draft, definePack, type Kind, type Source, type Told } from '../../src/packs/kit.ts'

/** 0 emergency to 7 debug. */
const PRIORITY: Told = { by: 'pri', words: { 0: 5, 1: 4, 2: 4, 3: 3, 4: 3, 5: 2, 6: 1, 7: 1 }, else: 1 }
/** `203.0.113.9:443:X1:name`; IPv6 stands in `srcV6` and `dstV6`. */
const ADDRESS = /^(\d{1,3}(?:\.\d{1,3}){3})?(?::(\d{0,5}))?(?::([^:]{0,64}))?(?::([^:]{0,255}))?$/
const PROTOCOL = /^([a-z0-9-]{1,16})(?:\/\S{1,64})?$/i

/** What a stranger may write with a comma stands behind these; the rest of a pair there is not believed. */
const TYPED = ['dstname', 'arg'] as const
function before(source: Source, name: string): string | undefined {
  for (const key in source.fields) {
    if (key === name) return source.text(name)
    if (key === TYPED[0] || key === TYPED[1]) return undefined
  }
  return undefined
}

function endpoint(source: Source, draft: Draft, side: 'src' | 'dst', path: string, isIcmp: boolean): void {
  const match = ADDRESS.exec(before(source, side) ?? '')
  const v6 = source.text(`${side}V6`)
  if (v6 !== undefined) draft.set(`${path}.ip`, v6)
  if (match?.[1] !== undefined && match[1] !== '0.0.0.0') draft.set(`${path}.ip`, match[1])
  if (!isIcmp) draft.set(`${path}.port`, match?.[2])
  draft.set(`${path}.interface_name`, match?.[3]).set(`${path}.hostname`, match?.[4])
  draft.set(`${path}.zone`, source.text(`${side}Zone`)).set(`${path}.mac`, source.text(`${side}Mac`))
}

const NOBODY = /^(?:unknown\b.*|n\/a)$/i
function also(user: 'user' | 'actor.user'): NonNullable<Kind['also']> {
  return (source, draft) => {
    const protocol = PROTOCOL.exec(before(source, 'proto') ?? '')?.[1]?.toLowerCase()
    const isIcmp =
      protocol?.startsWith('icmp') === true || (protocol === undefined && source.text('type') !== undefined)
    endpoint(source, draft, 'src', 'src_endpoint', isIcmp)
    endpoint(source, draft, 'dst', 'dst_endpoint', isIcmp)
    if (draft.classUid !== 3002) draft.set('connection_info.protocol_name', protocol)
    const name = before(source, 'usr') ?? before(source, 'user')
    if (name !== undefined && !NOBODY.test(name)) draft.set(user, name)
    if (draft.className === 'http_activity') {
      const [host, path] = [source.text('dstname'), source.text('arg')]
      draft.set('http_request.url.hostname', host).set('http_request.url.path', path)
    }
  }
}
const SAYS = [
  '{msg}',
  'from {src}',
  '{srcV6}',
  'to {dst}',
  '{dstV6}',
  '{proto}',
  'user {usr}',
  '{dstname}{arg}',
  '{note}',
]
const flow = (title: string, activity: number, ends?: Kind['ends']): Kind => ({
  title,
  class: 'network_activity',
  activity,
  ends,
  severity: PRIORITY,
  map: {
    sent: 'traffic.bytes_out',
    rcvd: 'traffic.bytes_in',
    spkt: 'traffic.packets_out',
    rpkt: 'traffic.packets_in',
    rule: 'firewall_rule.name',
    appName: 'app_name',
  },
  says: SAYS,
  also: also('actor.user'),
})
const web = (title: string, ends: Kind['ends']): Kind => ({
  title,
  class: 'http_activity',
  activity: 99,
  ends,
  severity: PRIORITY,
  map: { Category: 'http_request.url.categories', rule: 'firewall_rule.name' },
  says: SAYS,
  also: (source, draft) => {
    also('actor.user')(source, draft)
    const category = source.text('Category')
    const url = (draft.objects.http_request as { url?: Record<string, unknown> } | undefined)?.url
    if (url && category !== undefined) url.categories = [category]
  },
})
const login = (title: string, activity: number, ends: Kind['ends']): Kind => ({
  title,
  class: 'authentication',
  activity,
  ends,
  severity: PRIORITY,
  facts: { 'service.name': 'SonicOS' },
  map: { note: 'status_detail' },
  says: SAYS,
  also: also('user'),
})
const finding = (title: string, ends: Kind['ends']): Kind => ({
  title,
  class: 'detection_finding',
  activity: 1,
  ends,
  severity: PRIORITY,
  map: { ipscat: 'finding_info.title', msg: 'finding_info.title', sid: 'finding_info.uid', m: 'finding_info.uid' },
  says: SAYS,
  also: also('actor.user'),
})
const audit = (title: string, ends: Kind['ends']): Kind => ({
  title,
  class: 'api_activity',
  activity: 3,
  ends,
  severity: 2,
  map: { msg: 'api.operation' },
  says: SAYS,
  also: (source, draft) => {
    also('actor.user')(source, draft)
    // Which connection it came by is no part of such an event.
    delete draft.objects.connection_info
  },
})
const each = (ids: string, kind: Kind): Record<string, Kind> => Object.fromEntries(ids.split(' ').map(id => [id, kind]))

export const pack = definePack({
  id: 'sonicwall-firewall',
  vendor: 'SonicWall',
  product: 'Firewall',
  names: ['SonicOS', 'SonicWall', 'NSa', 'TZ'],
  docs: ['https://www.sonicwall.com/techdocs/pdf/sonicos-7-0-0-0-log_events_reference_guide.pdf'],
  send: 'Device, Log, Syslog: a server with the format Default or Enhanced; UTC times.',
  marks: { keys: [['sn', 'fw', 'pri', 'id']] },
  time: ['time'],
  host: ['fw'],
  kind: 'm',
  map: { sn: 'device.uid', m: 'metadata.event_code' },
  kinds: {
    98: flow('Connection opened', 1, 'allowed'),
    537: flow('Connection closed', 2, 'success'),
    ...each('36 37 38 41 173 174 175 713', flow('Packet or connection dropped', 5, 'refused')),
    ...each('1198 1199', flow('Country blocked', 5, 'refused')),
    526: flow('Request for web management allowed', 1, 'allowed'),
    97: web('Web site visited', 'allowed'),
    14: web('Web site refused', 'refused'),
    ...each('29 199', login('Administrator logs in', 1, 'success')),
    ...each('30 35 200', login('Administrator does not log in', 1, 'failure')),
    ...each('31 1080', login('User logs in', 1, 'success')),
    ...each('32 33', login('User does not log in', 1, 'failure')),
    ...each('261 262 263 264 265', login('Logout', 2, 'success')),
    ...each('608 795', finding('Attack or spyware detected', 'allowed')),
    ...each('609 794 809', finding('Attack, spyware or virus prevented', 'refused')),
    ...each('23 27', finding('Spoofed packet dropped', 'refused')),
    ...each('25 82 83', finding('Scan or flood', undefined)),
    ...each('1200 1201', finding('Botnet address blocked', 'refused')),
    1382: audit('Configuration changed', 'success'),
    1383: audit('Configuration not changed', 'failure'),
  },
  personal: { usr: 'user', user: 'user', src: 'ip', dst: 'ip', srcV6: 'ip', dstV6: 'ip', natSrc: 'ip', natDst: 'ip' },
  lacks: ['user', 'actor', 'src_endpoint'],
})
