import { describe, expect, it } from '@jest/globals'
import { ownOpenApi } from '@wardline/api'
import { normalizeRedacted } from './testing/normalize-raw.ts'

const { properties } = ownOpenApi().components!.schemas!.LogEvent as { properties: object }

describe('A normalized event', () => {
  it.each<[string, string | object]>([
    ['syslog', '<38>Nov 21 09:29:58 web1 sshd[42]: Failed password for root from 203.0.113.9 port 52144 ssh2'],
    ['cef', 'CEF:0|Acme|Wall|1.0|100|denied|7|src=192.0.2.1 dst=198.51.100.2 dpt=22 act=deny'],
    ['leef', 'LEEF:1.0|Acme|Wall|1.0|login|usrName=ann\tsrc=192.0.2.1'],
    ['json', { user: 'ann', action: 'login', status: 'ok', level: 'warn' }],
    [
      'windows logon',
      { EventID: 4625, Channel: 'Security', TargetUserName: 'ann', LogonType: 3, Status: '0xc000006d' },
    ],
    [
      'sysmon',
      {
        EventID: 10,
        Channel: 'Microsoft-Windows-Sysmon/Operational',
        SourceImage: 'C:\\a.exe',
        GrantedAccess: '0x1410',
      },
    ],
    ['web access', '192.0.2.1 - ann [21/Nov/2026:09:29:58 +0000] "GET /x HTTP/1.1" 200 12 "-" "curl/8"'],
    ['text', 'something happened'],
  ])('of %s has no member that the API document does not declare', (_, raw) => {
    const undeclared = Object.keys(normalizeRedacted(raw).event).filter(name => !Object.hasOwn(properties, name))
    expect(undeclared).toEqual([])
  })
})
