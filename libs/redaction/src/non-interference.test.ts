import { expect, it } from '@jest/globals'
import { DEFAULT_TENANT } from '@wardline/kernel'
import fc from 'fast-check'
import { createRedactor } from './index.ts'

const redactor = createRedactor({ tenantId: DEFAULT_TENANT, key: new Uint8Array(32).fill(5), epoch: 1 })

interface Person {
  readonly user: string
  readonly ip: string
  readonly mac: string
  readonly host: string
}

/** Values of one form and no common English words, so that two people differ only in their identity. */
const letters = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'bcdfgklmnprtvz'), minLength: length, maxLength: length })
const person: fc.Arbitrary<Person> = fc.record({
  user: letters(7).map(s => `q${s}`),
  ip: fc.tuple(fc.integer({ min: 11, max: 120 }), fc.nat(255), fc.nat(255)).map(([a, b, c]) => `${a}.${b}.${c}.7`),
  mac: fc
    .array(fc.constantFrom(...'123456789abcde'), { minLength: 10, maxLength: 10 })
    .map(d => `02:${d.join('').replace(/(..)(?=.)/g, '$1:')}`),
  host: letters(6).map(s => `w${s}9`),
})

/** Pieces of logs; personal values are placeholders, so that the same text can be about anybody. */
const PIECES = [
  'Failed password for <user> from <ip> port 22 ssh2',
  'Invalid user <user> from <ip>',
  '<host> sshd[4]: ',
  'open /home/<user>/.ssh/id_rsa',
  'C:\\Users\\<user>\\a.exe',
  'CORP\\<user> logged on',
  '<user>@corp.example',
  '(<user>) CMD (run)',
  'user=<user> rhost=<ip>',
  'lease <mac> for <ip>',
  '<user>_backup.tgz',
  'https://<user>:abc12345@<host>/x',
  '{"acct":"<user>"}',
  'up 3 days',
]
const story = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 6 }).map(pieces => pieces.join('; '))

const tell = (text: string, who: Person): string => text.replace(/<(\w+)>/g, (_, key: keyof Person) => who[key])

function body(texts: readonly string[], who: Person) {
  const known = [
    { type: 'user', value: who.user },
    { type: 'ip', value: who.ip },
    { type: 'mac', value: who.mac },
    { type: 'host', value: who.host },
  ] as const
  const items = texts.map((text, i) => ({
    event_id: `evt_${i}`,
    summary: redactor.text(tell(text, who), known),
    user: { name: who.user, email_addr: `${who.user}@corp.example` },
    src_endpoint: { ip: who.ip, mac: who.mac },
    device: { hostname: who.host },
    process: { cmd_line: tell(text, who), file: { path: `/home/${who.user}/${i}` } },
    unmapped: { note: who.user },
  }))
  return { items, next_cursor: null }
}

/** Pseudonyms by order of first appearance. */
function renamed(json: string): string {
  const names = new Map<string, string>()
  return json.replace(/([a-z]+):1~[a-z2-7]{26}/g, (pseudonym, type: string) => {
    if (!names.has(pseudonym)) names.set(pseudonym, `${type}#${names.size}`)
    return names.get(pseudonym) as string
  })
}

it('two data sets that differ only in personal data look the same to an auditor, except for the names of pseudonyms', () => {
  fc.assert(
    fc.property(fc.array(story, { minLength: 1, maxLength: 4 }), person, person, (texts, ann, bob) => {
      const [left, right] = [ann, bob].map(who => JSON.stringify(redactor.redact('log_event', body(texts, who))))
      expect(renamed(left as string)).toBe(renamed(right as string))
      for (const value of Object.values(ann)) expect(left).not.toContain(value)
    }),
    { numRuns: 300 },
  )
})

it('a value is removed whatever surrounds it', () => {
  const junk = fc.string({ unit: 'grapheme', maxLength: 40 })
  fc.assert(
    fc.property(junk, junk, person, (before, after, who) => {
      const text = `${before} ${who.ip} ${who.mac} ${who.user} ${after}`
      const clean = redactor.text(text, [{ type: 'user', value: who.user }])
      for (const value of [who.ip, who.mac, who.user]) expect(clean).not.toContain(value)
    }),
    { numRuns: 500 },
  )
})

it('never throws, whatever the text', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    story,
    fc.string({ unit: fc.constantFrom(...':@\\/=.-~%"\'$[](){}a1 \n') }),
  )
  fc.assert(
    fc.property(
      anything,
      text => typeof redactor.text(text) === 'string' && typeof redactor.secrets(text) === 'string',
    ),
    { numRuns: 1_000 },
  )
})
