// Logs of several formats that are full of people, and everything to search for afterwards.
import type { ApiClient } from '../../tools/client/api.ts'
import { drained } from './drained.ts'
import { syslogTime } from './syslog-time.ts'

/** What is planted: found nowhere by chance. */
const PLANTED = {
  user: 'qzmlopez77',
  person: 'Qzmarisol Qzvolkova',
  host: 'qzstudiomac',
  domain: 'qzcorp.example',
  address: '198.51.100.219',
  password: 'qzhunter2secret',
  ref: 'qzcollectorref',
  source: 'qzsourcename',
  vendor: 'qzvendorname',
} as const
const { user, person, host, domain, address, password } = PLANTED

/** Each planted value; a person's names are separate words. */
export const PLANTED_WORDS: readonly string[] = Object.values(PLANTED).flatMap(value => value.toLowerCase().split(' '))

const logs = (): readonly (string | object)[] => [
  `<38>${syslogTime()} ${host} sshd[42]: Failed password for ${user} from ${address} port 52144 ssh2`,
  `<13>${syslogTime()} ${host} desk[7]: ${person} asked for help, password=${password}`,
  `CEF:0|Acme|Wall|1|100|Blocked|8|src=${address} suser=${user} dhost=${host}.${domain} msg=${person} was here`,
  `${address} - ${user} [21/Nov/2026:09:29:58 +0000] "GET /home/${user}?token=${password} HTTP/1.1" 404 17 "-" "curl/8"`,
  `nobody has ever written down a line like this of ${person}`,
  {
    EventID: 4625,
    Channel: 'Security',
    Computer: `${host}.${domain}`,
    TargetUserName: user,
    TargetDomainName: 'QZCORP',
    IpAddress: address,
    LogonType: 3,
  },
  { level: 'warn', message: `user=${user} password=${password} from ${address}`, host, patient: { name: person } },
  {
    class_uid: 3002,
    activity_name: person,
    severity_id: 3,
    user: { name: user, full_name: person, email_addr: `${user}@${domain}` },
    src_endpoint: { ip: address, location: { country: person } },
    metadata: { version: '1.3.0', product: { name: person } },
  },
]

/** One alert for each of the logons, and a correlation that counts them by user and address. A selection names somebody. */
export const PLANTED_RULE = `title: Planted logons
correlation:
  type: event_count
  rules: [planted_logon]
  group-by: [user.name, src_endpoint.ip]
  timespan: 1h
  condition: { gte: 1 }
level: high
---
title: Planted logon
name: planted_logon
logsource: { product: qzproduct }
detection:
  ${user}_logons: { user.name: '${user}' }
  condition: ${user}_logons
level: high
`

/** Sends them through a Wardline, and waits until all of them are searchable and rules have seen them. @returns how many there were */
export async function sendPlantedLogs(api: ApiClient): Promise<number> {
  const made = await api.post('/log-sources', {
    name: PLANTED.source,
    format: 'auto',
    vendor: PLANTED.vendor,
    product: 'qzproduct',
  })
  const { log_source_id } = made.body
  const events = logs().map((raw, i) => ({ raw, event_ref: `${PLANTED.ref}-${i}` }))
  const { body } = await api.post('/logs/ingest', { log_source_id, events })
  if (body.accepted !== events.length) throw new Error(`of ${events.length} logs ${body.accepted} were accepted`)
  await drained(api, log_source_id)
  return events.length
}
