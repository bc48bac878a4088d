// How long the detectors take: microseconds per call, best of five rounds. `node libs/redaction/bench/text.ts`
import { DEFAULT_TENANT } from '@wardline/kernel'
import { createRedactor } from '../src/index.ts'

const redactor = createRedactor({ tenantId: DEFAULT_TENANT, key: new Uint8Array(32).fill(7), epoch: 1 })
const typical =
  'Nov 21 09:29:58 web1 sshd[4242]: Failed password for invalid user bob from 203.0.113.9 port 52144 ssh2; process "C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe" started by user ann with arguments -enc SQBFAFgA and hash MD5=d41d8cd98f00b204e9800998ecf8427e parent C:\\Windows\\explorer.exe'
const known = [
  { type: 'user', value: 'bob' },
  { type: 'host', value: 'web1' },
] as const
const event = {
  EventID: 1,
  Image: 'C:\\Windows\\System32\\cmd.exe',
  CommandLine: 'cmd.exe /c whoami',
  User: 'CORP\\ann',
  Hashes: 'SHA256=9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ParentImage: 'C:\\Windows\\explorer.exe',
  UtcTime: '2026-11-21 09:29:58.123',
  LogonId: '0x3e7',
}

function measure(name: string, run: () => unknown, times: number): void {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < 5; round++) {
    const start = performance.now()
    for (let i = 0; i < times; i++) run()
    best = Math.min(best, ((performance.now() - start) / times) * 1_000)
  }
  console.log(`${name.padEnd(44)} ${best.toFixed(2).padStart(10)} us`)
}

measure(`text, ${typical.length} characters`, () => redactor.text(typical, known), 5_000)
measure(
  'text, 60 characters',
  () => redactor.text('Accepted publickey for ann from 203.0.113.9 port 22 ssh2', []),
  10_000,
)
measure(`secrets, ${typical.length} characters`, () => redactor.secrets(typical), 10_000)
measure('secretsIn, a Sysmon event', () => redactor.secretsIn(event), 10_000)
measure(
  'log_event view',
  () =>
    redactor.redact('log_event', {
      event_id: 'evt_1',
      summary: typical,
      user: { name: 'ann' },
      process: { cmd_line: typical },
    }),
  5_000,
)
for (const [name, unit] of [
  ['a', 'a'],
  ['@', '@'],
  ['a@', 'a@'],
  ['1.', '1.'],
  ['ab:', 'ab:'],
  ['password=', 'password='],
  ['eyJ', 'eyJ'],
  ['a\\', 'a\\'],
  ['://a:', '://a:'],
  ['-----BEGIN PRIVATE KEY', '-----BEGIN PRIVATE KEY'],
  ['user ', 'user '],
  ["'", "'"],
] as const) {
  const hostile = unit.repeat(Math.ceil(65_536 / unit.length)).slice(0, 65_536)
  measure(`text, 64 Ki of ${JSON.stringify(name)}`, () => redactor.text(hostile, []), 1)
}
