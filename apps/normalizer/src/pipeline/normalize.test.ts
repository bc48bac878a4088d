import { describe, expect, it } from '@jest/globals'
import { cutUtf8 } from '@wardline/kernel'
import { filterValues } from '@wardline/log-event'
import fc from 'fast-check'
import { normalizeRaw, normalizeRedacted } from '../normalize/testing/normalize-raw.ts'
import type { Normalized } from '../normalize/types.ts'

const FORMATS = [
  'auto',
  'syslog',
  'json',
  'windows_event',
  'cef',
  'leef',
  'auditd',
  'web_access',
  'kv',
  'macos_log',
  'cloudtrail',
  'no such format',
]

/** Checks what is true of every event. */
function expectWellFormed(n: Normalized): void {
  const event = n.event as Record<string, unknown>
  expect(event).toMatchObject({
    event_id: 'evt_test',
    tenant_id: 'ten_default',
    log_source_id: 'src_test',
    asset_id: null,
  })
  expect(event.event_time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(event.type_uid).toBe((event.class_uid as number) * 100 + (event.activity_id as number))
  expect(event.status_id).toBe({ unknown: 0, success: 1, failure: 2 }[event.outcome as string])
  expect((event.parser as { flags?: string[] }).flags ?? []).not.toContain('parser_fault')
  expect(Buffer.byteLength(n.event.summary)).toBeLessThanOrEqual(4096)
  expect(n.event.summary.isWellFormed()).toBe(true)
  expect(n.partitionDay).toMatch(/^\d{4}-\d\d-\d\d$/)
  for (const list of Object.values(filterValues(event))) expect(list.length).toBeLessThanOrEqual(32)
  // Events on the bus and in a store are plain JSON with bounded depth and size.
  const text = JSON.stringify(n)
  expect(text.length).toBeLessThan(2_000_000)
  expect(JSON.stringify(JSON.parse(text))).toBe(text)
}

describe('normalize never throws', () => {
  it('on any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.constantFrom(...FORMATS), (raw, format) =>
        expectWellFormed(normalizeRaw(raw, { format })),
      ),
      { numRuns: 400 },
    )
  })

  it('on any JSON', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom(...FORMATS), (raw, format) =>
        expectWellFormed(normalizeRaw(raw, { format })),
      ),
      { numRuns: 300 },
    )
  })

  it('on logs in which one part is replaced by another text', () => {
    const seeds = [
      '<38>Nov 21 09:29:58 web1 sshd[4242]: Failed password for root from 203.0.113.9 port 52144 ssh2',
      '<165>1 2026-11-21T09:29:58.003Z web1 app 77 ID47 [x@1 a="b\\"c"] hello',
      'CEF:0|v|p|1|100|name|8|src=10.0.0.5 spt=1 cs1Label=__proto__ cs1=x msg=a\\=b',
      'LEEF:2.0|v|p|1|e|^|src=10.0.0.5^dst=10.0.0.6',
      'type=EXECVE msg=audit(1763717398.123:42): argc=2 a0="cat" a1=2F657463',
      '203.0.113.9 - bob [21/Nov/2026:09:29:58 +0100] "GET /a?x=1 HTTP/1.1" 404 162 "-" "curl/8"',
      '{"EventID":4625,"Channel":"Security","TargetUserName":"bob","IpAddress":"10.0.0.5","Status":"0xc000006d"}',
      '{"class_uid":3002,"metadata":{"version":"1.8.0"},"activity_id":1,"user":{"name":"bob"},"severity_id":2}',
      '<Event><System><EventID>1</EventID><Channel>Security</Channel></System><EventData><Data Name="A">x</Data></EventData></Event>',
    ]
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom('\0', '\ud800', '"', '\\', '=', '|', '[', ']', '{', '<', '9'.repeat(30), '0xffffffffffff'),
    )
    fc.assert(
      fc.property(fc.constantFrom(...seeds), fc.nat(), fc.nat({ max: 12 }), piece, (seed, at, drop, add) => {
        const start = at % seed.length
        expectWellFormed(normalizeRaw(seed.slice(0, start) + add + seed.slice(start + drop)))
      }),
      { numRuns: 600 },
    )
  })

  it.each([
    ['nothing', ''],
    ['NUL', '\0'.repeat(1000)],
    ['lone surrogates', '<38>Nov 21 09:29:58 web1 sshd[1]: \ud800 Failed \udc00'],
    ['lone surrogates as JSON escapes', '{"user":"\\ud800","msg":"\\udc00"}'],
    ['deep JSON', `${'[{"a":'.repeat(5000)}1${'}]'.repeat(5000)}`],
    ['deep JSON that is cut off', '['.repeat(60_000)],
    ['many keys', JSON.stringify(Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`k${i}`, i])))],
    ['a megabyte of one line', `<38>Nov 21 09:29:58 web1 sshd[1]: ${'x'.repeat(1_000_000)}`],
    ['a megabyte of pairs', 'a=b '.repeat(250_000)],
    ['a megabyte of CEF', `CEF:0|v|p|1|1|n|9|${'k=v '.repeat(250_000)}`],
    ['a megabyte of quotes', `1.1.1.1 - - [21/Nov/2026:09:29:58 +0100] "${'\\"'.repeat(500_000)}`],
    ['a megabyte of users', `<38>Nov 21 09:29:58 web1 sshd[1]: Failed password for ${' from a port 1'.repeat(70_000)}`],
    ['impossible dates', '<38>1 2026-13-41T25:61:61Z web1 app - - - x'],
  ])('on %s', (_, raw) => {
    expectWellFormed(normalizeRaw(raw))
    expectWellFormed(normalizeRedacted(raw.slice(0, 65_536)))
  })
})

describe('a log that no parser knows', () => {
  it.each(['hello world', '{"a": 1,', '<Event>', 'just = one'])('%s becomes an unparsed event of class 0', raw => {
    expect(normalizeRaw(raw)).toMatchObject({
      parsed: 'unparsed',
      event: {
        class_uid: 0,
        category_uid: 0,
        category: 'uncategorized',
        event_type: 'base_event',
        activity: 'Unknown',
        outcome: 'unknown',
        summary: raw,
        parser: { status: 'unparsed', confidence: 0 },
      },
      sourceFields: { message: raw },
    })
  })
})

describe('bounds and names', () => {
  it('unmapped keys are safe for any store', () => {
    const { event, sourceFields } = normalizeRaw(
      '{"a":1,"$where":"x","b.c":2,"b":{"$d":3},"__proto__":{"x":1},"constructor":"y","f g":4}',
    )
    expect(event.unmapped).toEqual({
      a: 1,
      _where: 'x',
      b: { c: 2, _d: 3 },
      ___proto___: { x: 1 },
      _constructor_: 'y',
      fg: 4,
    })
    expect(sourceFields).toMatchObject({ 'b.c': 2, 'b.$d': 3, fg: 4 })
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })

  it('unmapped is bounded in keys and values, and says so', () => {
    const raw = { ...Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`k${i}`, i])), long: 'x'.repeat(5000) }
    const { event } = normalizeRaw(raw)
    expect(Object.keys(event.unmapped as object)).toHaveLength(128)
    expect(event).toMatchObject({ parser: { flags: ['unmapped_cut'] } })
  })

  it('rules see values up to 32 KiB', () => {
    const script = 'é'.repeat(20_000)
    const { sourceFields } = normalizeRaw({
      EventID: 4104,
      Channel: 'Microsoft-Windows-PowerShell/Operational',
      ScriptBlockText: script,
    })
    expect(sourceFields.ScriptBlockText).toBe(cutUtf8(script, 32_768))
  })

  it('flags replaced bytes', () => {
    expect(normalizeRaw('x\ufffd', { encoding_replaced: true }).event).toMatchObject({
      parser: { flags: ['encoding_replaced'] },
    })
  })
})

describe('with the redaction policy', () => {
  it('secrets are removed from the summary, every field, unmapped and what rules see', () => {
    const secret = 'hunter2-Sommer!'
    const n = normalizeRedacted({
      EventID: 1,
      Channel: 'Microsoft-Windows-Sysmon/Operational',
      Image: 'C:\\a.exe',
      CommandLine: `mysql --password=${secret} -h db`,
      db_password: secret,
    })
    expect(JSON.stringify(n)).not.toContain(secret)
    expect(n.event.process).toMatchObject({ cmd_line: expect.stringContaining('[secret:') })
    expect(n.event.unmapped).toMatchObject({ db_password: '[secret:password]' })
  })

  it('the summary holds no personal value of the structured fields, while internal fields keep them', () => {
    const n = normalizeRedacted(
      '<38>Nov 21 09:29:58 alices-laptop sshd[1]: Accepted password for alice from 203.0.113.9 port 5 ssh2',
    )
    for (const value of ['alice', '203.0.113.9']) expect(n.event.summary).not.toContain(value)
    expect(n.event.summary).toMatch(/Accepted password for user:1~[a-z2-7]{16,} from ip:1~[a-z2-7]{16,} port 5 ssh2/)
    expect(n.event).toMatchObject({ user: { name: 'alice' } })
    expect(filterValues(n.event)).toEqual({ users: ['alice'], ips: ['203.0.113.9'], hosts: ['alices-laptop'] })
  })

  it('the message is the same text with people in clear and secrets gone, for those who may read names', () => {
    const login = 'Accepted password for alice from 203.0.113.9 port 5 ssh2'
    expect(normalizeRedacted(`<38>Nov 21 09:29:58 web1 sshd[1]: ${login}`).event.message).toBe(login)
    const said = normalizeRedacted({ message: 'ann changed password=Sommer-2026 of bea', host: 'web1' }).event.message
    expect(said).toMatch(/^ann changed password=\[secret:password\] of bea/)
    expect(
      normalizeRedacted({ class_uid: 3002, metadata: { version: '1.3.0' }, message: 'ann@corp.example came in' }).event,
    ).toMatchObject({
      message: 'ann@corp.example came in',
      summary: expect.stringMatching(/^email:1~[a-z2-7]{26} came in$/),
    })
  })

  it('the message is cut as the summary is, and left out where they are the same', () => {
    const long = normalizeRedacted(`<38>Nov 21 09:29:58 web1 app: ann@corp.example ${'said so '.repeat(2_000)}`).event
    expect(Buffer.byteLength(long.message ?? '')).toBe(4096)
    expect(
      normalizeRedacted('<38>Nov 21 09:29:58 web1 systemd[1]: Reached target Basic System.').event,
    ).not.toHaveProperty('message')
  })

  it('root is a role, not a person', () => {
    expect(
      normalizeRedacted('<38>Nov 21 09:29:58 web1 sshd[1]: Failed password for root from 203.0.113.9 port 5 ssh2').event
        .summary,
    ).toContain('for root from ip:1~')
  })

  it("a local account's domain is its machine's name", () => {
    const n = normalizeRedacted({
      EventID: 4625,
      Channel: 'Security',
      Hostname: 'Pedro01',
      TargetUserName: 'pedro',
      TargetDomainName: 'PEDRO01',
      LogonType: '2',
    })
    expect(n.event.summary.toLowerCase()).not.toContain('pedro')
  })
})
