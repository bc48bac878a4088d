import { describe, expect, it } from '@jest/globals'
import { eventItem } from '@wardline/log-event'
import { createKit, received } from '../testing/kit.ts'

/**
 * One log for each way to an event: text, nested and flat objects, a future format, and a text that no parser knows.
 */
const RAWS: readonly (string | object)[] = [
  '<38>Nov 21 09:29:58 web1 sshd[4242]: Failed password for root from 203.0.113.9 port 52144 ssh2',
  'Nov 21 09:29:58 Web1 sudo: Alice : TTY=pts/0 ; PWD=/home/alice ; USER=root ; COMMAND=/bin/cat /etc/shadow',
  'CEF:0|Acme|Wall|1|100|Blocked|8|src=10.0.0.1 dst=198.51.100.7 suser=ÉMILE dhost=Host.Example act=blocked',
  'type=SYSCALL msg=audit(1795253398.123:42): arch=c000003e syscall=59 success=yes auid=1000 uid=0 comm="cat" exe="/bin/cat"',
  '203.0.113.7 - bob [21/Nov/2026:09:29:58 +0000] "GET /a?token=hunter2 HTTP/1.1" 404 17 "-" "curl/8"',
  {
    EventID: 4624,
    Channel: 'Security',
    Computer: 'DC1.corp.example',
    TargetUserName: 'Straße',
    TargetDomainName: 'CORP',
    IpAddress: '2001:DB8::1',
    LogonType: 3,
  },
  {
    EventID: 1,
    Channel: 'Microsoft-Windows-Sysmon/Operational',
    User: 'CORP\\bob',
    Image: 'C:\\a.exe',
    CommandLine: 'a -p x',
  },
  {
    class_uid: 3002,
    severity_id: 6,
    user: { name: 'carol', email_addr: 'Carol@Example.org' },
    metadata: { version: '1.3.0' },
  },
  { level: 'error', message: 'user=dave password=hunter2 from 192.0.2.4', host: 'app-1' },
  'nothing that anybody knows \u0000 \ud800',
  '   ',
]

describe('the item of an archived event', () => {
  it.each(RAWS.map((raw, i) => [i, raw] as const))('equals the item that was indexed: %s %j', async (i, raw) => {
    const { deliver, index } = createKit()
    for (const asset_id of [null, 'ast_1'])
      await deliver([received(`${i}${asset_id}`, { raw: raw as string, asset_id })])
    expect(index.items()).toHaveLength(2)
    for (const item of index.items()) {
      const archived = JSON.parse(JSON.stringify(item.event)) as Record<string, unknown>
      const again = eventItem(item.tenantId, archived, item)
      expect(again).toEqual({ ...item, event: archived, origin: null, repeatable: false })
    }
  })
})
