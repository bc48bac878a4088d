import { expect, it } from '@jest/globals'
import fc from 'fast-check'
import { secretDetectors } from './find-secrets.ts'
import { literalsOf } from './literals-of.ts'
import { createSecretHint } from './secret-hint.ts'

const hint = createSecretHint(secretDetectors, [{ literal: 'extra' }])
const nothing = (): void => {}
const expressions = secretDetectors.flatMap(({ needs }) => needs.flat()).filter(need => need instanceof RegExp)
const literals = [
  '-----BEGIN PRIVATE KEY',
  '://',
  ...expressions.flatMap(need => literalsOf(need).flat(2)).map(({ literal }) => literal),
]
const FILL = ['', ' ', '=', ':', '"', '$', '/', 'x', '\u017f', '\u212a', 'ß', '\u1c82', 'hunter22', 'ab1'.repeat(6)]

/** The `i`-th detector, asked without the pre-scan. */
function finds(i: number, text: string): boolean {
  let found = false
  secretDetectors[i]?.find(text, () => {
    found = true
  })
  return found
}

/** A text for each detector, in which it finds something. */
const SAMPLES: Readonly<Record<string, string>> = {
  'private keys': '-----BEGIN RSA PRIVATE KEY-----',
  jwt: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc',
  authorization: 'Authorization: hunter22',
  cookie: 'Cookie: a=hunter22',
  scheme: 'bearer Hunter22hunter22',
  named: 'client_secret=hunter22',
  foreign: 'Passwort: hunter22',
  told: 'the password is hunter22',
  'told keys': 'session key hunter22',
  routers: 'enable secret hunter22',
  registry: 'DefaultPassword REG_SZ hunter22',
  identified: "identified by 'hunter22'",
  call: "PASSWORD('hunter22')",
  xml: '<a:Password>hunter22</a:Password>',
  codes: 'your code: one-time code 123456',
  'your code': '123456 is your code',
  encoded: `powershell -enc ${Buffer.from('password=hunter22', 'utf16le').toString('base64')}`,
  commands: 'ldapsearch -w hunter22',
  piped: 'echo hunter22 | sudo -S ls',
  htpasswd: 'htpasswd -b file name hunter22',
  'long flag': 'run --password hunter22',
  'flag with a slash': 'rubeus /rc4:hunter22',
  'flag of a hash': 'tool -hashes hunter22',
  joined: 'mysql -phunter22',
  spaced: 'psexec -p hunter22',
  'name:secret': 'curl -u name:hunter22',
  'net user': 'net user name hunter22',
  'net use': 'net use \\\\host\\share hunter22',
  'secure string': 'ConvertTo-SecureString hunter22',
  'user info': 'ftp://name:hunter22@host',
  crypt: '$6$abcdefgh$abcdefghijkl',
}

it.each(secretDetectors.map(({ name }, i) => [name, i] as const))(
  'names the detector "%s" where it finds',
  (name, i) => {
    const sample = SAMPLES[name] ?? ''
    expect(finds(i, sample)).toBe(true)
    expect(hint(sample, nothing) & (1 << i)).not.toBe(0)
  },
)

it('never skips a detector that finds something', () => {
  const piece = fc.oneof(
    fc
      .constantFrom(...literals, ...Object.values(SAMPLES))
      .chain(text => fc.constantFrom(text, text.toUpperCase(), text.slice(1))),
    fc.constantFrom(...FILL),
    fc.string({ unit: 'binary', maxLength: 3 }),
  )
  const seen = new Set<string>()
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), pieces => {
      const text = pieces.join('')
      const named = hint(text, nothing)
      for (const [i, { name }] of secretDetectors.entries()) {
        if (!finds(i, text)) continue
        seen.add(name)
        expect([text, name, (named & (1 << i)) !== 0]).toEqual([text, name, true])
      }
    }),
    { numRuns: 3_000 },
  )
  expect(seen.size).toBeGreaterThan(secretDetectors.length / 2)
})

it('tells where the other literals are', () => {
  const found: unknown[] = []
  expect(hint('an extra, extra', (...at) => found.push(at))).toBe(0)
  expect(found).toEqual([
    [0, 3],
    [0, 10],
  ])
})

it('lets no detector look at an ordinary line', () => {
  expect(hint('Nov 21 09:29:58 web1 kernel: eth0 link is up, 1000 Mbit/s', nothing)).toBe(0)
})

it('refuses more detectors than a word has bits', () => {
  const many = Array.from({ length: 32 }, (_, i) => ({ name: `${i}`, needs: ['ab'], find: nothing }))
  expect(() => createSecretHint(many, [])).toThrow(RangeError)
})
