import { describe, expect, it } from '@jest/globals'
import { normalizeRaw } from '../normalize/testing/normalize-raw.ts'

const CEF =
  'CEF:0|Contoso|Wall\\|Guard|10.1|106023|Connection denied|8|src=10.0.0.5 spt=1234 dst=203.0.113.7 dpt=443 proto=TCP act=blocked suser=CORP\\\\ann cs1=Rule 7 cs1Label=Rule Name msg=a\\=b\\nline two rt=1795253398123'

describe('CEF', () => {
  it('a refused connection', () => {
    const { event, sourceFields, timeQuality } = normalizeRaw(CEF)
    expect(event).toMatchObject({
      class_uid: 4001,
      activity: 'Refuse',
      action_id: 2,
      outcome: 'failure',
      severity: 'high',
      event_time: '2026-11-21T09:29:58.123Z',
      src_endpoint: { ip: '10.0.0.5', port: 1234 },
      dst_endpoint: { ip: '203.0.113.7', port: 443 },
      connection_info: { protocol_name: 'tcp' },
      actor: { user: { name: 'ann', domain: 'CORP' } },
      metadata: { event_code: '106023', product: { vendor_name: 'Contoso', name: 'Wall|Guard', version: '10.1' } },
      parser: { name: 'cef', status: 'parsed' },
    })
    expect(timeQuality).toBe('exact')
    expect(sourceFields).toMatchObject({
      deviceVendor: 'Contoso',
      deviceProduct: 'Wall|Guard',
      deviceEventClassId: '106023',
      name: 'Connection denied',
      severity: '8',
      src: '10.0.0.5',
      msg: 'a=b\nline two',
      cs1: 'Rule 7',
      RuleName: 'Rule 7',
    })
  })

  it.each([
    ['RFC 3164', `<134>Nov 21 09:29:58 fw1 ${CEF.replace(/ rt=\d+/, '')}`, 'fw1', 'year_assumed'],
    ['RFC 3164 without priority', `Nov 21 09:29:58 fw1 ${CEF.replace(/ rt=\d+/, '')}`, 'fw1', 'year_assumed'],
    ['RFC 5424', `<134>1 2026-11-21T09:29:58Z fw1 app - - - ${CEF.replace(/ rt=\d+/, '')}`, 'fw1', 'exact'],
    ['ISO 8601', `2026-11-21T09:29:58Z fw1 ${CEF.replace(/ rt=\d+/, '')}`, 'fw1', 'exact'],
  ])('after a header of %s, host and time come from the header', (_, raw, host, quality) => {
    const { event, timeQuality } = normalizeRaw(raw, { format: 'cef' })
    expect(event).toMatchObject({ class_uid: 4001, device: { hostname: host }, event_time: '2026-11-21T09:29:58.000Z' })
    expect(timeQuality).toBe(quality)
    expect(normalizeRaw(raw, { format: 'syslog' }).event).toEqual(event)
    expect(normalizeRaw(raw).event).toEqual(event)
  })

  it.each([
    ['0', 'low'],
    ['5', 'medium'],
    ['8', 'high'],
    ['10', 'critical'],
    ['Very-High', 'critical'],
    ['Medium', 'medium'],
    ['Unknown', 'informational'],
  ])('severity %s is %s', (word, severity) => {
    expect(normalizeRaw(`CEF:0|v|p|1|1|n|${word}|x=1`).event).toMatchObject({ severity })
  })

  it('recognizes an accepted connection, a logon and a request', () => {
    expect(normalizeRaw('CEF:0|v|p|1|1|Accept|3|src=10.0.0.5 dst=10.0.0.6 act=accept').event).toMatchObject({
      class_uid: 4001,
      action_id: 1,
      outcome: 'success',
    })
    expect(
      normalizeRaw('CEF:0|v|p|1|1|User login failed|5|suser=ann src=10.0.0.5 outcome=failure').event,
    ).toMatchObject({ class_uid: 3002, outcome: 'failure', user: { name: 'ann' } })
    expect(
      normalizeRaw('CEF:0|v|p|1|1|URL|3|src=10.0.0.5 dst=10.0.0.6 requestMethod=GET request=http://x.example/a?b\\=c')
        .event,
    ).toMatchObject({
      class_uid: 4002,
      http_request: { http_method: 'GET', url: { url_string: 'http://x.example/a?b=c' } },
    })
  })

  it('keeps an unescaped equals sign as part of the value', () => {
    expect(normalizeRaw('CEF:0|v|p|1|1|n|3|request=http://x.example/?a=1&b=2 act=allow').sourceFields).toMatchObject({
      request: 'http://x.example/?a=1&b=2',
      act: 'allow',
    })
  })

  it.each(['CEF:0|v|p', 'CEF:', 'CEF:0|||||||', 'CEF:0|v|p|1|1|n|9'])('%s does no harm', raw => {
    expect(normalizeRaw(raw).event).toMatchObject({ event_id: 'evt_test' })
  })
})

describe('LEEF', () => {
  it.each([
    [
      '1.0',
      'LEEF:1.0|Contoso|Wall|1.0|Deny|src=10.0.0.5\tdst=203.0.113.7\tsrcPort=1\tdstPort=443\tproto=TCP\tsev=8\taction=Denied\tusrName=ann',
    ],
    [
      '2.0 with a delimiter',
      'LEEF:2.0|Contoso|Wall|1.0|Deny|^|src=10.0.0.5^dst=203.0.113.7^srcPort=1^dstPort=443^proto=TCP^sev=8^action=Denied^usrName=ann',
    ],
    [
      '2.0 with a code',
      'LEEF:2.0|Contoso|Wall|1.0|Deny|x5E|src=10.0.0.5^dst=203.0.113.7^srcPort=1^dstPort=443^proto=TCP^sev=8^action=Denied^usrName=ann',
    ],
    [
      'behind syslog',
      '<134>Nov 21 09:29:58 fw1 LEEF:1.0|Contoso|Wall|1.0|Deny|src=10.0.0.5\tdst=203.0.113.7\tsrcPort=1\tdstPort=443\tproto=TCP\tsev=8\taction=Denied\tusrName=ann',
    ],
  ])('%s', (_, raw) => {
    expect(normalizeRaw(raw)).toMatchObject({
      format: 'leef',
      event: {
        class_uid: 4001,
        action_id: 2,
        severity: 'high',
        src_endpoint: { ip: '10.0.0.5', port: 1 },
        dst_endpoint: { ip: '203.0.113.7', port: 443 },
        metadata: { event_code: 'Deny' },
      },
    })
  })
})
