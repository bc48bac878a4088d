import { patterns } from '../findings/patterns.ts'
import { createLiteralScan, type Literal } from './literal-scan.ts'
import { literalsOf } from './literals-of.ts'

/** Commands, and the flags before the secrets that they take. */
export const COMMANDS: readonly (readonly [command: RegExp, flag: RegExp])[] = [
  [patterns.ldapCommand, patterns.ldapFlag],
  [patterns.redisCommand, patterns.redisFlag],
  [patterns.smbCommand, patterns.smbFlag],
  [patterns.chpasswdCommand, patterns.chpasswdFlag],
  [patterns.opensslCommand, patterns.opensslFlag],
  [patterns.snmpCommand, patterns.snmpFlag],
  [patterns.capitalCommand, patterns.capitalFlag],
  [patterns.puttyCommand, patterns.puttyFlag],
]

/** What each group of detectors needs: expressions, of which the literals are read, or the literals of code. */
const NEEDS = {
  privateKeys: ['-----BEGIN'],
  jwt: [patterns.jwt],
  headers: [patterns.authorization, patterns.cookie, patterns.authScheme],
  named: [patterns.secretKey],
  foreign: [patterns.foreignKey, patterns.foreignIs, patterns.foreignBare],
  told: [patterns.toldIs, patterns.toldBare, patterns.identifiedBy, patterns.passwordCall],
  xml: [patterns.xmlSecret],
  codes: [patterns.oneTimeCode, patterns.isYourCode],
  encoded: [patterns.encodedCommand],
  commands: [...COMMANDS.map(([command]) => command), patterns.pipedSecret, patterns.htpasswd],
  userInfo: ['://'],
  commandLines: [
    patterns.longFlag,
    patterns.slashFlag,
    patterns.spacedFlag,
    patterns.joinedP,
    patterns.spacedP,
    patterns.userColonPass,
    patterns.netUser,
    patterns.netUse,
    patterns.secureString,
  ],
  crypt: [patterns.cryptHash],
} as const satisfies Readonly<Record<string, readonly (string | RegExp)[]>>

export type SecretGroup = keyof typeof NEEDS
export const GROUPS: Readonly<Record<SecretGroup, readonly (string | RegExp)[]>> = NEEDS

const BITS = new Map<string, { readonly literal: Literal; readonly bits: number }>()
for (const [i, needs] of Object.values(GROUPS).entries())
  for (const literal of needs.flatMap(need => (typeof need === 'string' ? [{ literal: need }] : literalsOf(need)))) {
    const key = `${literal.ignoreCase ?? false} ${literal.literal}`
    BITS.set(key, { literal, bits: (BITS.get(key)?.bits ?? 0) | (1 << i) })
  }
const ENTRIES = [...BITS.values()]
const scanFor = createLiteralScan(ENTRIES.map(({ literal }) => literal))
const NAMES = Object.keys(NEEDS)

/** Which groups of detectors can find something in a text: all others need not look. */
export function groupsFor(text: string): (group: SecretGroup) => boolean {
  let found = 0
  scanFor(text, number => {
    found |= ENTRIES[number]?.bits ?? 0
  })
  return found === 0 ? none : group => (found & (1 << NAMES.indexOf(group))) !== 0
}

const none = (): boolean => false
