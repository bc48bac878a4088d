import type { Draft } from '../../src/normalize/draft.ts'
import { severityOfSyslog } from '../../src/normalize/severity.ts'

/** `%ASA-4-106023`, `%FTD-6-302013`, `%SEC-6-IPACCESSLOGP`, `%SYS-5-CONFIG_I`. */
const TAG = /^%([A-Z0-9_]{2,32}(?:-[A-Z0-9_]{1,32})?)-([0-7])-([A-Z0-9_]{1,64})$/
const ENDPOINT =
  '(?:(?:[\\w.-]{1,64}):)?(?<PREip>[0-9A-Fa-f.:]{2,45})(?:[/(](?<PREport>\\d{1,5})\\)?)?(?:\\([^)]{0,256}\\))?'
const src = ENDPOINT.replaceAll('PRE', 's')
const dst = ENDPOINT.replaceAll('PRE', 'd')

/** Message shapes of ASA, Firepower and IOS access lists, with what each says about the connection. */
const PATTERNS: readonly (readonly [RegExp, 'refused' | 'opened' | 'closed'])[] = [
  [
    new RegExp(
      `^Deny (?:inbound |outbound )?(?<proto>[\\w-]{1,16})(?: \\(no connection\\))? (?:src|from) ${src}(?:\\([^)]{0,256}\\))? (?:dst|to) ${dst}(?= |,|$)`,
    ),
    'refused',
  ],
  [new RegExp(`^access-list \\S{1,128} (?:denied|est-denied) (?<proto>\\w{1,16}) ${src} -> ${dst}`), 'refused'],
  [new RegExp(`^access-list \\S{1,128} permitted (?<proto>\\w{1,16}) ${src} -> ${dst}`), 'opened'],
  [new RegExp(`^list \\S{1,128} denied (?<proto>\\w{1,16}) ${src} ?-> ?${dst}`), 'refused'],
  [new RegExp(`^list \\S{1,128} permitted (?<proto>\\w{1,16}) ${src} ?-> ?${dst}`), 'opened'],
  [
    new RegExp(
      `^Built (?:inbound|outbound) (?<proto>\\w{1,16}) connection \\d{1,20} for ${src} (?:\\([^)]{0,64}\\) ?)?(?:\\([^)]{0,128}\\) ?)?to ${dst}`,
    ),
    'opened',
  ],
  [
    new RegExp(`^Teardown (?<proto>\\w{1,16}) connection \\d{1,20} for ${src} (?:\\([^)]{0,128}\\) ?)?to ${dst}`),
    'closed',
  ],
  [
    new RegExp(
      `^(?:(?:Inbound|Outbound) )?(?<proto>TCP|UDP) (?:connection denied|access denied by ACL) from ${src} to ${dst}`,
    ),
    'refused',
  ],
]
const LOGIN = /^(?:Login (?<word>Success|failed)|User authentication (?<result>Successful|Rejected))/i

/** Cisco firewalls, routers and switches. The message number or mnemonic is the event code. */
export function cisco(tag: string, message: string, draft: Draft): boolean {
  const parts = TAG.exec(tag)
  draft.set('metadata.product.vendor_name', 'Cisco').set('metadata.log_provider', tag)
  if (!parts) return true
  draft.set('metadata.product.name', parts[1]).set('metadata.event_code', parts[3])
  draft.atLeast(severityOfSyslog(Number(parts[2])))
  draft.summary = `${tag}: ${message}`
  for (const [pattern, ends] of PATTERNS) {
    const groups = pattern.exec(message)?.groups
    if (!groups) continue
    draft.is('network_activity', ends === 'refused' ? 5 : ends === 'opened' ? 1 : 2)
    if (ends === 'refused') draft.refuse()
    else if (ends === 'opened') draft.allow()
    else draft.end('success')
    draft
      .set('src_endpoint.ip', groups.sip)
      .set('src_endpoint.port', groups.sport)
      .set('dst_endpoint.ip', groups.dip)
      .set('dst_endpoint.port', groups.dport)
      .set('connection_info.protocol_name', groups.proto?.toLowerCase())
    return true
  }
  const login = LOGIN.exec(message)
  if (login) {
    const success = /success/i.test(login[0])
    draft
      .is('authentication', 1)
      .end(success ? 'success' : 'failure')
      .atLeast(success ? 1 : 2)
    draft.set('user.name', /\[user: ([^\]\s]{1,256})\]|\bUname: (\S{1,256})/.exec(message)?.slice(1).find(Boolean))
    draft.set(
      'src_endpoint.ip',
      /\[Source: ([^\]\s]{2,45})\]|\bIP = ([0-9A-Fa-f.:]{2,45})/.exec(message)?.slice(1).find(Boolean),
    )
  }
  return true
}
