import { describe, expect, it } from '@jest/globals'
import { normalizeRaw } from '../normalize/testing/normalize-raw.ts'

const MESSAGE = 'Failed password for root from 203.0.113.9 port 52144 ssh2'
const FOUND = {
  user: { name: 'root' },
  src_endpoint: { ip: '203.0.113.9', port: 52144 },
  metadata: { log_provider: 'sshd' },
}

describe('RFC 3164 as senders write it', () => {
  it.each([
    ['with priority', `<38>Nov 21 09:29:58 web1 sshd[4242]: ${MESSAGE}`, 'web1', 'year_assumed'],
    ['without priority', `Nov 21 09:29:58 web1 sshd[4242]: ${MESSAGE}`, 'web1', 'year_assumed'],
    ['one-digit day', `<38>Nov  1 09:29:58 web1 sshd[4242]: ${MESSAGE}`, 'web1', 'year_assumed'],
    ['with year', `<38>Nov 21 2026 09:29:58 web1 sshd[4242]: ${MESSAGE}`, 'web1', 'zone_assumed'],
    ['with milliseconds', `<38>Nov 21 09:29:58.250 web1 sshd[4242]: ${MESSAGE}`, 'web1', 'year_assumed'],
    ['ISO 8601 with zone', `2026-11-21T10:29:58.123456+01:00 web1 sshd[4242]: ${MESSAGE}`, 'web1', 'exact'],
    ['ISO 8601 without zone', `<38>2026-11-21T09:29:58 web1 sshd[4242]: ${MESSAGE}`, 'web1', 'zone_assumed'],
    ['ISO 8601 with a blank', `2026-11-21 09:29:58 web1 sshd[4242]: ${MESSAGE}`, 'web1', 'zone_assumed'],
    ['missing host', `<38>Nov 21 09:29:58 sshd[4242]: ${MESSAGE}`, undefined, 'year_assumed'],
    ['IPv4 host', `<38>Nov 21 09:29:58 10.0.0.7 sshd[4242]: ${MESSAGE}`, '10.0.0.7', 'year_assumed'],
    ['IPv6 host', `<38>Nov 21 09:29:58 2001:db8::7 sshd[4242]: ${MESSAGE}`, '2001:db8::7', 'year_assumed'],
    [
      'IPv6 host that begins with letters',
      `<38>Nov 21 09:29:58 fe80::7 sshd[4242]: ${MESSAGE}`,
      'fe80::7',
      'year_assumed',
    ],
    ['octet count in front', `95 <38>Nov 21 09:29:58 web1 sshd[4242]: ${MESSAGE}`, 'web1', 'year_assumed'],
    ['no time at all', `<38>sshd[4242]: ${MESSAGE}`, undefined, 'received'],
    ['line end of the transport', `<38>Nov 21 09:29:58 web1 sshd[4242]: ${MESSAGE}\r\n`, 'web1', 'year_assumed'],
  ])('%s', (_, raw, host, quality) => {
    const { event, format, timeQuality } = normalizeRaw(raw)
    expect(event).toMatchObject({
      ...FOUND,
      process: { name: 'sshd', pid: 4242 },
      parser: { name: 'rfc3164', status: 'parsed' },
    })
    expect((event.device as { hostname?: string } | undefined)?.hostname).toBe(host)
    expect([format, timeQuality]).toEqual(['syslog', quality])
  })

  it("gives rules syslog's names", () => {
    expect(normalizeRaw(`<38>Nov 21 09:29:58 web1 sshd[4242]: ${MESSAGE}`).sourceFields).toEqual({
      message: MESSAGE,
      program: 'sshd',
      pid: 4242,
      host: 'web1',
      facility: 'auth',
      severity: 'info',
      facility_code: 4,
      severity_code: 6,
    })
  })

  it.each([
    ['sshd(pam_unix)[42]: x', 'sshd(pam_unix)'],
    ['postfix/smtpd[7]: x', 'postfix/smtpd'],
    ['com.apple.xpc.launchd[1] (com.apple.foo[12]): x', 'com.apple.xpc.launchd'],
    ['systemd-logind[1]: x', 'systemd-logind'],
    ['dhclient: x', 'dhclient'],
  ])('tag %s', (rest, provider) => {
    expect(normalizeRaw(`<30>Nov 21 09:29:58 web1 ${rest}`).event).toMatchObject({
      metadata: { log_provider: provider },
      device: { hostname: 'web1' },
    })
  })

  it.each([
    [0, 'critical'],
    [2, 'critical'],
    [3, 'high'],
    [4, 'medium'],
    [5, 'low'],
    [6, 'informational'],
    [7, 'informational'],
  ])('severity %i is %s', (code, severity) => {
    expect(normalizeRaw(`<${8 * 3 + code}>Nov 21 09:29:58 web1 app: x`).event).toMatchObject({ severity })
  })

  it('a priority and a time without a tag are parsed partially', () => {
    expect(normalizeRaw('<13>Nov 21 09:29:58 web1 no tag here').event).toMatchObject({
      summary: 'no tag here',
      device: { hostname: 'web1' },
      parser: { status: 'partial' },
    })
    expect(normalizeRaw('<13>hello', { format: 'syslog' }).event).toMatchObject({
      summary: 'hello',
      parser: { status: 'partial' },
    })
  })

  it('a stack trace stays one event', () => {
    const { event } = normalizeRaw('<11>Nov 21 09:29:58 web1 app[3]: Oops\n  at a()\n  at b()')
    expect(event.summary).toBe('Oops\n  at a()\n  at b()')
  })

  it('a priority above 191 is text', () => {
    expect(normalizeRaw('<192>hello').event).toMatchObject({ summary: '<192>hello', parser: { status: 'unparsed' } })
  })
})

describe('RFC 5424', () => {
  it('reads every part', () => {
    const raw =
      '<165>1 2026-11-21T09:29:58.003Z web1.corp.example evntslog 77 ID47 [exampleSDID@32473 iut="3" q="a\\"b\\\\c\\]d"][x@1] \ufeffAn event'
    const { event, sourceFields, timeQuality } = normalizeRaw(raw)
    expect(event).toMatchObject({
      event_time: '2026-11-21T09:29:58.003Z',
      summary: 'An event',
      device: { hostname: 'web1.corp.example' },
      process: { name: 'evntslog', pid: 77 },
      metadata: { event_code: 'ID47', log_provider: 'evntslog' },
      unmapped: { 'exampleSDID@32473': { iut: '3', q: 'a"b\\c]d' } },
      parser: { name: 'rfc5424', status: 'parsed' },
    })
    expect(sourceFields).toMatchObject({ message: 'An event', msgid: 'ID47', 'exampleSDID@32473.iut': '3' })
    expect(timeQuality).toBe('exact')
  })

  it('leaves out nil values', () => {
    const { event, timeQuality } = normalizeRaw('<13>1 - - - - - - only a message')
    expect(event).toMatchObject({ summary: 'only a message', parser: { status: 'parsed' } })
    expect([event.device, event.process]).toEqual([undefined, undefined])
    expect(timeQuality).toBe('received')
  })

  it('keeps broken structured data in the message', () => {
    const { event } = normalizeRaw('<13>1 2026-11-21T09:29:58Z web1 app - - [broken iut="3 hello')
    expect(event).toMatchObject({ summary: '[broken iut="3 hello', parser: { status: 'partial' } })
  })

  it("reads a program's message in either form", () => {
    expect(normalizeRaw(`<38>1 2026-11-21T09:29:58.003Z web1 sshd 4242 - - ${MESSAGE}`).event).toMatchObject({
      ...FOUND,
      class_uid: 3002,
    })
  })
})
