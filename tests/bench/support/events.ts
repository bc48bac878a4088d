// Real-looking events for load: a fleet of Linux and Windows hosts, a firewall and a web server, a few attacks among them.

const USERS = ['ann', 'bob', 'carla', 'dmitri', 'emeka', 'fatima', 'gus', 'hana', 'ivan', 'jo']
const PROGRAMS = ['svchost.exe', 'chrome.exe', 'powershell.exe', 'cmd.exe', 'OUTLOOK.EXE', 'Teams.exe', 'msedge.exe']

/** A small deterministic generator (mulberry32): the same load in every run. */
export function randomSource(seed: number): () => number {
  let a = seed
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

export interface LoadEvent {
  readonly raw: string | Readonly<Record<string, unknown>>
  readonly event_ref: string
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const rfc3164 = (t: Date): string =>
  `${MONTHS[t.getUTCMonth()]} ${String(t.getUTCDate()).padStart(2, ' ')} ${t.toISOString().slice(11, 19)}`

/** Makes the `n`th event of a run. */
export function makeEvent(n: number, random: () => number, now: number): LoadEvent {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const ip = (): string =>
    `10.${Math.floor(random() * 8)}.${Math.floor(random() * 250)}.${1 + Math.floor(random() * 250)}`
  const at = new Date(now - Math.floor(random() * 2000))
  const host = `host${Math.floor(random() * 400)}`
  const event_ref = `load-${n}`
  const kind = random()
  if (kind < 0.25) {
    const failed = random() < 0.2
    const text = failed
      ? `Failed password for invalid user ${pick(USERS)} from ${ip()} port ${1024 + Math.floor(random() * 60000)} ssh2`
      : `Accepted publickey for ${pick(USERS)} from ${ip()} port ${1024 + Math.floor(random() * 60000)} ssh2: ED25519 SHA256:x${n}`
    return { raw: `<38>${rfc3164(at)} ${host} sshd[${1000 + (n % 30000)}]: ${text}`, event_ref }
  }
  if (kind < 0.35) {
    return {
      raw: `<86>${rfc3164(at)} ${host} sudo: ${pick(USERS)} : TTY=pts/0 ; PWD=/home/${pick(USERS)} ; USER=root ; COMMAND=/usr/bin/apt-get update`,
      event_ref,
    }
  }
  if (kind < 0.7) {
    const image = `C:\\Program Files\\App\\${pick(PROGRAMS)}`
    return {
      raw: {
        EventID: 1,
        Channel: 'Microsoft-Windows-Sysmon/Operational',
        SourceName: 'Microsoft-Windows-Sysmon',
        Hostname: `${host}.corp.example`,
        UtcTime: at.toISOString().replace('T', ' ').replace('Z', ''),
        '@timestamp': at.toISOString(),
        ProcessId: String(1000 + (n % 9000)),
        Image: image,
        CommandLine: `"${image}" --type=renderer --id ${n}`,
        ParentImage: 'C:\\Windows\\explorer.exe',
        ParentCommandLine: 'C:\\Windows\\explorer.exe',
        User: `CORP\\${pick(USERS)}`,
        IntegrityLevel: 'Medium',
        Hashes: `SHA256=${n.toString(16).padStart(64, '0')}`,
      },
      event_ref,
    }
  }
  if (kind < 0.85) {
    return {
      raw: `CEF:0|Acme|Wall|4.2|100|connection ${random() < 0.3 ? 'denied' : 'allowed'}|3|src=${ip()} spt=${1024 + (n % 60000)} dst=${ip()} dpt=443 proto=TCP act=${random() < 0.3 ? 'deny' : 'allow'} rt=${at.getTime()}`,
      event_ref,
    }
  }
  return {
    raw: {
      time: at.toISOString(),
      level: 'info',
      service: 'billing',
      msg: `request ${n} took ${Math.floor(random() * 900)} ms`,
      client_ip: ip(),
      user: pick(USERS),
      status: 200,
      path: `/api/orders/${n % 500}`,
    },
    event_ref,
  }
}
