// A quiet morning of a small company in several formats, and an attack in the middle of it.

export interface DemoSource {
  readonly name: string
  readonly format: string
  readonly product?: string
  readonly events: readonly (string | Readonly<Record<string, unknown>>)[]
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const rfc3164 = (t: Date): string =>
  `${MONTHS[t.getUTCMonth()]} ${String(t.getUTCDate()).padStart(2, ' ')} ${t.toISOString().slice(11, 19)}`

export const ATTACKER_IP = '203.0.113.66'
export const VICTIM = 'maria.lopez'
export const VICTIM_MAIL = 'maria.lopez@contoso.example'
export const LEAKED_PASSWORD = 'Winter2026-demo-canary'

/** Some 400 events that end at `now` (milliseconds since the epoch). */
export function demoSources(now: number): readonly DemoSource[] {
  const at = (secondsAgo: number): Date => new Date(now - secondsAgo * 1000)
  const linux: string[] = []
  for (let i = 0; i < 120; i++) {
    const t = rfc3164(at(600 - i * 4))
    const user = ['maria.lopez', 'sam', 'lee', 'deploy'][i % 4]
    linux.push(
      i % 3 === 0
        ? `<86>${t} web1 CRON[${2000 + i}]: pam_unix(cron:session): session opened for user ${user} by (uid=0)`
        : `<38>${t} web1 sshd[${3000 + i}]: Accepted publickey for ${user} from 192.0.2.${10 + (i % 40)} port ${40000 + i} ssh2: ED25519 SHA256:demo${i}`,
    )
  }
  // The attack: guessing over SSH, a login that works, and a look at the shadow file.
  for (let i = 0; i < 25; i++)
    linux.push(
      `<38>${rfc3164(at(60 - i))} web1 sshd[${4000 + i}]: Failed password for ${VICTIM} from ${ATTACKER_IP} port ${50000 + i} ssh2`,
    )
  linux.push(
    `<38>${rfc3164(at(30))} web1 sshd[4100]: Accepted password for ${VICTIM} from ${ATTACKER_IP} port 50100 ssh2`,
  )
  linux.push(
    `<86>${rfc3164(at(28))} web1 sudo: ${VICTIM} : TTY=pts/3 ; PWD=/home/${VICTIM} ; USER=root ; COMMAND=/bin/cat /etc/shadow`,
  )

  const windows: Record<string, unknown>[] = []
  for (let i = 0; i < 80; i++) {
    windows.push({
      EventID: 1,
      Channel: 'Microsoft-Windows-Sysmon/Operational',
      SourceName: 'Microsoft-Windows-Sysmon',
      Hostname: 'fin-ws-7.contoso.example',
      UtcTime: at(500 - i * 4)
        .toISOString()
        .replace('T', ' ')
        .replace('Z', ''),
      ProcessId: String(5000 + i),
      Image: 'C:\\Program Files\\Microsoft Office\\root\\Office16\\OUTLOOK.EXE',
      CommandLine: '"C:\\Program Files\\Microsoft Office\\root\\Office16\\OUTLOOK.EXE"',
      ParentImage: 'C:\\Windows\\explorer.exe',
      User: 'CONTOSO\\maria.lopez',
    })
  }
  windows.push({
    EventID: 1,
    Channel: 'Microsoft-Windows-Sysmon/Operational',
    SourceName: 'Microsoft-Windows-Sysmon',
    Hostname: 'fin-ws-7.contoso.example',
    UtcTime: at(20).toISOString().replace('T', ' ').replace('Z', ''),
    ProcessId: '6666',
    Image: 'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe',
    CommandLine:
      'powershell.exe -NoProfile -WindowStyle Hidden -EncodedCommand SQBFAFgAIAAoAE4AZQB3AC0ATwBiAGoAZQBjAHQAKQA=',
    ParentImage: 'C:\\Program Files\\Microsoft Office\\root\\Office16\\WINWORD.EXE',
    ParentCommandLine: 'WINWORD.EXE invoice.docm',
    User: 'CONTOSO\\maria.lopez',
  })
  windows.push({
    EventID: 1102,
    Channel: 'Security',
    SourceName: 'Microsoft-Windows-Eventlog',
    Hostname: 'fin-ws-7.contoso.example',
    TimeCreated: at(10).toISOString(),
    SubjectUserName: 'maria.lopez',
    SubjectDomainName: 'CONTOSO',
    Message: 'The audit log was cleared.',
  })

  const firewall = Array.from(
    { length: 80 },
    (_, i) =>
      `CEF:0|Acme|Wall|4.2|100|connection allowed|3|src=192.0.2.${10 + (i % 40)} spt=${42000 + i} dst=198.51.100.${1 + (i % 9)} dpt=443 proto=TCP act=allow rt=${at(400 - i).getTime()}`,
  )
  const app = Array.from({ length: 80 }, (_, i) => ({
    time: at(300 - i).toISOString(),
    level: 'info',
    service: 'billing',
    msg: `invoice ${9000 + i} sent to ${VICTIM_MAIL}`,
    status: 200,
  }))
  return [
    { name: 'demo linux', format: 'syslog', product: 'linux', events: linux },
    { name: 'demo windows', format: 'windows_event', product: 'windows', events: windows },
    { name: 'demo firewall', format: 'cef', events: firewall },
    {
      name: 'demo billing',
      format: 'json',
      events: [
        ...app,
        {
          time: at(5).toISOString(),
          level: 'warn',
          service: 'billing',
          msg: `login failed for ${VICTIM_MAIL} password=${LEAKED_PASSWORD}`,
        },
      ],
    },
  ]
}
