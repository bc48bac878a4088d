import { expect, it } from '@jest/globals'
import fc from 'fast-check'
import { secretDetectors } from './find-secrets.ts'
import { createHint, type Detector } from './hint.ts'
import { literalsOf } from './literals-of.ts'
import { personalGroups } from './personal-hint.ts'

const groups = [...personalGroups, secretDetectors]
const hint = createHint(groups, [{ literal: 'extra' }])
/** Every detector, with the places of its group and of its bit. */
const all = groups.flatMap((detectors, group) => detectors.map((detector, i) => ({ ...detector, group, i })))
const names = (found: readonly number[], { group, i }: { group: number; i: number }): boolean =>
  ((found[group] as number) & (1 << i)) !== 0
const nothing = (): void => {}
const expressions = all.flatMap(({ needs }) => needs.flat()).filter(need => need instanceof RegExp)
const literals = [
  '-----BEGIN PRIVATE KEY',
  '://',
  ...expressions.flatMap(need => literalsOf(need).flat(2)).map(({ literal }) => literal),
]
const FILL = ['', ' ', '=', ':', '"', '$', '/', 'x', '\u017f', '\u212a', 'ß', '\u1c82', 'hunter22', 'ab1'.repeat(6)]

/** Whether a detector finds something, asked without the pre-scan. */
function finds(detector: Detector, text: string): boolean {
  let found = false
  detector.find(text, () => {
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
  sid: 'S-1-5-21-1004336348-1177238915-682003330-1001',
  home: '/home/hunter22/',
  userKey: 'user=hunter22',
  hostKey: 'hostname=hunter22',
  sudo: 'hunter22 : TTY=pts/0',
  authFor: 'password for hunter22',
  ofUser: 'by user hunter22',
  userVerb: 'user hunter22 logged in',
  loginAs: 'login as hunter22',
  forFrom: 'for hunter22 from host1 port 22',
  userQuoted: "user 'hunter22'",
  byUid: 'by hunter22(uid=0)',
  suTo: '(to root) hunter22',
  suTarget: '(to hunter22)',
  cron: '(hunter22) CMD',
  suBy: 'su for root by hunter22',
  netUser: 'net user hunter22',
  urlUser: 'ftp://hunter22@host1',
  httpUser: 'curl -u hunter22:[secret:password]',
  quotedKey: 'user="Hunter Two"',
  quotedName: 'full name="Hunter Two"',
  uidKey: 'uid=hunter22',
  commonName: 'CN=Hunter Two,OU=x',
  arnUser: 'arn:aws:iam::123456789012:user/hunter22',
  vpnPeer: '[hunter22] Peer Connection',
  userList: 'users: ["hunter22"]',
  ipNumber: 'http://3405803777',
  plainMac: 'mac=0a1b2c3d4e5f',
  phoneKey: 'phone: 5551234567',
  birthKey: 'born on 12.03.1984',
  plateKey: 'plate: B-MX 1234',
  personKey: 'passport no: 123456789',
  placeKey: 'lat=52.5163',
  crypt: '$6$abcdefgh$abcdefghijkl',
}

it.each(all.map(detector => [detector.name, detector] as const))(
  'names the detector "%s" where it finds',
  (name, detector) => {
    const sample = SAMPLES[name] ?? ''
    expect(finds(detector, sample)).toBe(true)
    expect(names(hint(sample), detector)).toBe(true)
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
      const named = hint(text)
      for (const detector of all) {
        const { name } = detector
        if (!finds(detector, text)) continue
        seen.add(name)
        expect([text, name, names(named, detector)]).toEqual([text, name, true])
      }
    }),
    { numRuns: 3_000 },
  )
  expect(seen.size).toBeGreaterThan(all.length / 2)
})

it('tells where the other literals are', () => {
  const found: unknown[] = []
  expect(hint('an extra, extra', (...at) => found.push(at))).toEqual(groups.map(() => 0))
  expect(found).toEqual([
    [0, 3],
    [0, 10],
  ])
})

it('lets no detector look at an ordinary line', () => {
  expect(hint('Nov 21 09:29:58 web1 kernel: eth0 link is up, 1000 Mbit/s')).toEqual(groups.map(() => 0))
})

it('refuses more detectors than a word has bits', () => {
  const many = Array.from({ length: 32 }, (_, i) => ({ name: `${i}`, needs: ['ab'], find: nothing }))
  expect(() => createHint([many])).toThrow(RangeError)
})
