import { describe, expect, it } from '@jest/globals'
import { Draft, Source } from '../normalize/draft.ts'
import { flatten, type Tree } from '../normalize/fields.ts'
import { normalizeRaw } from '../normalize/testing/normalize-raw.ts'
import { createApplyPack } from './apply-pack.ts'
import { PACKS } from './catalogue.ts'
import { createHeads } from './heads.ts'
import { definePack } from './pack.ts'
import { createReadLog } from './read-log.ts'

const okta = {
  published: '2026-11-21T09:29:58Z',
  eventType: 'user.session.start',
  displayMessage: 'User login to Okta',
  actor: { id: '00u1', alternateId: 'ann@corp.example', displayName: 'Ann Example' },
  outcome: { result: 'SUCCESS' },
}
const text = JSON.stringify(okta)
const refused = '2026/11/21 09:29:58 [error] 7#7: *1 access forbidden by rule, client: 192.0.2.9, server: x'
const auto = { format: 'auto', vendor: null, product: null }
const parserOf = (raw: string | object, source = {}) =>
  normalizeRaw(raw, { source: { ...auto, timezone: 'UTC', version: 1, ...source } }).event.parser

describe('What carries a log', () => {
  it.each<[string, object, string[]]>([
    ['a key of its own', { okta }, ['named']],
    ['Docker', { log: `${text}\n`, stream: 'stdout', time: '2026-11-21T09:30:00Z' }, ['docker']],
    ['Kubernetes', { log: text, kubernetes: { host: 'node1', pod_name: 'x' } }, ['kubernetes']],
    ['Splunk HEC', { event: okta, sourcetype: 'okta', host: 'hf1', time: 1795253400 }, ['splunk_hec']],
    [
      'Splunk HEC, an event with the keys of ECS',
      { event: { ...okta, category: 'x' }, sourcetype: 'x' },
      ['splunk_hec'],
    ],
    [
      'CloudWatch',
      { logGroup: 'g', logEvents: [{ id: '1', timestamp: 1795253400000, message: text }] },
      ['cloudwatch'],
    ],
    ['EventBridge', { 'detail-type': 'SystemLog', source: 'okta', detail: okta }, ['eventbridge']],
    ['Filebeat', { '@metadata': { beat: 'filebeat' }, '@timestamp': '2026-11-21T09:30:00Z', message: text }, ['beats']],
    ['Fluent Bit', { date: 1795253400.5, log: text }, ['fluent_bit']],
    ['OTLP', { timeUnixNano: '1795253400000000000', body: { stringValue: text } }, ['otlp']],
    ['two of them', { event: { log: text, stream: 'stdout' }, sourcetype: 'x' }, ['splunk_hec', 'docker']],
  ])('is opened and remembered: %s', (_, raw, via) => {
    expect(parserOf(raw)).toMatchObject({ pack: 'okta-system-log', kind: 'user.session.start', via })
  })

  it('gives the machine and the time that the log lacks', () => {
    const { event } = normalizeRaw({ log: '{"msg":"x"}', kubernetes: { host: 'node1' }, time: '2026-11-21T09:00:00Z' })
    expect(event).toMatchObject({ event_time: '2026-11-21T09:00:00.000Z', device: { hostname: 'node1' } })
  })

  it('may hold text that is no JSON', () => {
    expect(parserOf({ log: refused, stream: 'stderr' })).toMatchObject({ pack: 'nginx-error', via: ['docker'] })
  })

  it('is no carrier when nothing is known of what is in it', () => {
    expect(parserOf({ settings: { a: 1, b: 2, c: 3 } })).toMatchObject({ pack: 'generic-json' })
    expect(parserOf({ settings: { a: 1, b: 2, c: 3 } })).not.toHaveProperty('via')
  })
})

describe('A pack', () => {
  it('is chosen by what the source is registered as, if it can read the log', () => {
    const wall = definePack({
      id: 'acme-wall',
      vendor: 'Acme',
      product: 'Wall',
      docs: [],
      marks: {},
      read: message => (message.startsWith('W ') ? { user: message.slice(2) } : undefined),
    })
    const read = createReadLog([...PACKS, wall])
    expect(read('W ann', { ...auto, vendor: 'ACME', product: 'wall' }).pack.id).toBe('acme-wall')
    expect(read('W ann', auto).pack.id).toBe('generic-text')
    expect(read(refused, { ...auto, vendor: 'Acme', product: 'Wall' }).pack.id).toBe('nginx-error')
  })

  it('knows a word only if its table names it', () => {
    const [status, activity] = ['constructor', 'toString']
    const table = definePack({
      id: 'acme-table',
      vendor: 'Acme',
      product: 'Table',
      docs: [],
      marks: { keys: [['tableEvent', 'how']] },
      kind: 'tableEvent',
      kinds: {
        x: {
          title: 'x',
          class: 'base_event',
          activity: { by: 'how', words: { one: 1 }, else: 0 },
          severity: { by: 'level', words: { high: 4 }, else: 1 },
        },
      },
    })
    const read = createReadLog([...PACKS, table])
    const reading = read(JSON.stringify({ tableEvent: 'x', how: activity, level: status }), auto)
    const source = new Source(flatten(reading.fields as Tree))
    const draft = new Draft()
    expect(createApplyPack([...PACKS, table], read.first)(reading, source, draft)).toMatchObject({ understood: true })
    expect([draft.activityId, draft.severityId]).toEqual([0, 1])
  })

  it('is chosen by what the source is registered as before the tag and the longer list of keys of another', () => {
    const line = '<30>Nov 21 09:30:02 fw1 sshd[7]: WALL ann'
    const wall = definePack({
      id: 'acme-wall',
      vendor: 'Acme',
      product: 'Wall',
      docs: [],
      marks: { keys: [['published']] },
      lines: [{ title: 'Seen', match: /^WALL (?<who>\w{1,64})$/, class: 'base_event', activity: 0 }],
    })
    const read = createReadLog([...PACKS, wall])
    const registered = { ...auto, vendor: 'Acme', product: 'Wall' }
    expect(read(line, registered).pack.id).toBe('acme-wall')
    expect(read(line, auto).pack.id).toBe('openbsd-openssh')
    expect(read('WALL ann', registered).pack.id).toBe('acme-wall')
    expect(read(line.replace('WALL', 'Wall'), registered).pack.id).toBe('openbsd-openssh')
    expect(read(JSON.stringify(okta), registered).pack.id).toBe('acme-wall')
    expect(read(JSON.stringify(okta), auto).pack.id).toBe('okta-system-log')
  })

  it('names the product unless the source is registered as another', () => {
    const productOf = (vendor: string | null, product: string | null) => {
      const source = { format: 'auto', vendor, product, timezone: 'UTC', version: 1 }
      const { metadata } = normalizeRaw(refused, { source }).event
      return (metadata as { product: object }).product
    }
    expect(productOf(null, null)).toEqual({ vendor_name: 'F5', name: 'nginx error log' })
    expect(productOf('Acme', 'Edge proxy')).toEqual({ vendor_name: 'Acme', name: 'Edge proxy' })
    expect(productOf(null, 'Edge proxy')).toEqual({ name: 'Edge proxy' })
    expect(productOf(null, 'Nginx error log')).toEqual({ vendor_name: 'F5', name: 'Nginx error log' })
  })

  it('does not name the product where the log does', () => {
    const source = { format: 'cef', vendor: 'Acme', product: 'Wall', timezone: 'UTC', version: 1 }
    const { event } = normalizeRaw('CEF:0|Other|Proxy|1|1|x|5|src=192.0.2.1', { source })
    expect(event).toMatchObject({ metadata: { product: { vendor_name: 'Other', name: 'Proxy' } } })
  })

  it('is not taken from a tag that stands in the message of another program', () => {
    const raw = '<30>Nov 21 09:30:02 web1 app[7]: sshd[1]: Accepted password for root from 203.0.113.9 port 1 ssh2'
    expect(parserOf(raw)).toMatchObject({ pack: 'generic-syslog' })
    expect(normalizeRaw(raw).event).not.toHaveProperty('user')
  })

  it('says how sure it is', () => {
    expect(parserOf(okta)).toMatchObject({ confidence: 0.95 })
    expect(parserOf({ a: 1, b: 2 })).toMatchObject({ pack: 'generic-json', confidence: 0.5 })
    expect(parserOf('hello')).toMatchObject({ pack: 'generic-text', confidence: 0 })
  })

  it('cannot take the tag of another', () => {
    const twin = definePack({ id: 'x-y', vendor: 'X', product: 'Y', docs: [], marks: { tags: ['sshd'] } })
    expect(() => createReadLog([...PACKS, twin])).toThrow('the tag sshd belongs to openbsd-openssh and to x-y')
  })
})

describe('Beginnings of text', () => {
  const heads = createHeads([
    ['<t> [<w>] ', 'time'],
    ['<n>,<ip>,A', 'literal'],
    ['<n>,<ip>,<w>', 'class'],
    ['say <q>', 'quoted'],
  ])
  it.each([
    ['2026-11-21 09:29:58 [warn] x', ['time']],
    ['7,192.0.2.1,A', ['literal', 'class']],
    ['7,2001:db8::1,B', ['class']],
    ['7,300.0.2.1,B', []],
    ['say   "a b" c', ['quoted']],
    ['', []],
  ])('of %p are %p, the longest first', (raw, found) => {
    expect(heads.find(raw)).toEqual(found)
  })
})

describe('Facts', () => {
  const facts = (raw: string | object) => normalizeRaw(raw).event
  it('come from the name that says most, whatever the order', () => {
    const one = facts({ login: 'l@corp.example', actor: 'system', username: 'ann', action: 'x' })
    const other = facts({ action: 'x', username: 'ann', actor: 'system', login: 'l@corp.example' })
    expect([one.actor, other.actor]).toEqual([{ user: { name: 'ann' } }, { user: { name: 'ann' } }])
  })
  it('are absent where an id, a dash or a question mark stands for a name', () => {
    expect(facts({ user_id: 1, action: 'x' })).not.toHaveProperty('actor')
    expect(
      facts('type=USER_AUTH msg=audit(1795253398.123:1): acct="ann" hostname=? addr=? res=failed'),
    ).not.toHaveProperty('src_endpoint')
  })
  it.each<[string, string, object]>([
    [
      'a quote and a bracket after the outcome',
      "type=USER_CMD msg=audit(1795253398.1:1): res=success)'",
      { outcome: 'success' },
    ],
    ['words for a login', '{"message":"User logged in","user":"ann"}', { event_type: 'authentication' }],
    [
      'two blanks after the zone',
      '<166>Nov 21 2026 09:29:59 UTC:  asa1 : %ASA-6-302010: x',
      { device: { hostname: 'asa1' } },
    ],
    ['a Cisco tag without a header', '%ASA-6-302010: 7 in use', { metadata: { event_code: '302010' } }],
    [
      'a Cisco tag behind a process',
      '<166>Nov 21 09:29:59 fw asa[12]: %ASA-6-302010: x',
      { metadata: { event_code: '302010' } },
    ],
    [
      'a tag with slashes',
      '<30>Nov 21 09:29:59 web1 /usr/sbin/cron[7]: (root) CMD (x)',
      { event_type: 'scheduled_job_activity' },
    ],
    [
      'structured data without a message',
      '<14>1 2026-11-21T09:29:58Z fw RT_FLOW - X [a@1 k="v"]',
      { summary: expect.stringContaining('v') },
    ],
    [
      'long names in CEF',
      'CEF:0|A|B|1|1|x|5|sourceAddress=192.0.2.1 destinationPort=22',
      { dst_endpoint: { port: 22 } },
    ],
  ])('are read: %s', (_, raw, expected) => {
    expect(facts(raw)).toMatchObject(expected)
  })
})
