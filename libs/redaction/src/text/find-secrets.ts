import type { Report, SecretType } from '../findings/finding.ts'
import { eachMatch, patterns, tailStart } from '../findings/patterns.ts'
import { commandDetectors } from './find-of-commands.ts'
import {
  findCodes,
  findForeign,
  findIdentified,
  findInCalls,
  findInEncodedCommands,
  findInRegistry,
  findInRouters,
  findInXml,
  findTold,
  findToldKeys,
  findYourCode,
} from './find-told.ts'
import { askHinted, createHint, type Detector } from './hint.ts'
import { type PersonalHint, personalGroups } from './personal-hint.ts'
import { typeOfName } from './secret-keys.ts'
import { lineValueAt, type Span, secretValueAt } from './secret-value.ts'
import { tokenLiterals, tokensOf } from './tokens/find-tokens.ts'

/** Every kind of secret that is not told by the form of its token. @internal exported for its test. */
export const secretDetectors: readonly Detector[] = [
  { name: 'private keys', needs: ['-----BEGIN'], find: findPrivateKeys },
  detector('jwt', patterns.jwt, (m, _text, report) => report(m.index, m.index + m[0].length, { secret: 'jwt' })),
  detector('authorization', patterns.authorization, findAuthorization),
  detector('cookie', patterns.cookie, (m, text, report) =>
    secret(report, lineValueAt(text, m.index + m[0].length, m.index), 'cookie'),
  ),
  detector('scheme', patterns.authScheme, findScheme),
  detector('named', patterns.secretKey, findNamed),
  { name: 'foreign', needs: [patterns.foreignKey, patterns.foreignIs, patterns.foreignBare], find: findForeign },
  { name: 'told', needs: [patterns.toldIs, patterns.toldBare, patterns.toldFor], find: findTold },
  { name: 'told keys', needs: [patterns.toldKey], find: findToldKeys },
  { name: 'routers', needs: [patterns.routerSecret, patterns.routerUser], find: findInRouters },
  { name: 'registry', needs: [patterns.registrySecret], find: findInRegistry },
  { name: 'identified', needs: [patterns.identifiedBy], find: findIdentified },
  { name: 'call', needs: [patterns.passwordCall], find: findInCalls },
  { name: 'xml', needs: [patterns.xmlSecret], find: findInXml },
  { name: 'codes', needs: [patterns.oneTimeCode, patterns.useCode, patterns.foreignCode], find: findCodes },
  { name: 'your code', needs: [patterns.isYourCode], find: findYourCode },
  {
    name: 'encoded',
    needs: [patterns.encodedCommand],
    find: (text, report) => findInEncodedCommands(text, report, findSecrets),
  },
  ...commandDetectors,
  { name: 'user info', needs: ['://'], find: findUserInfo },
  detector('crypt', patterns.cryptHash, (m, _text, report) =>
    report(m.index, m.index + m[0].length, { secret: 'hash' }),
  ),
]
const hint = createHint([...personalGroups, secretDetectors], tokenLiterals)

/**
 * Reports every secret of a text.
 * @param text at most MAX_TEXT long
 * @returns what the same pass tells of personal values in this text
 */
export function findSecrets(text: string, report: Report): PersonalHint {
  if (text.length < 5) return hint(text)
  const found = hint(text, tokensOf(text, report))
  askHinted(secretDetectors, found[personalGroups.length] as number, text, report)
  findHashPairs(text, report)
  return found
}

/** One that looks at every match of an expression. */
function detector(
  name: string,
  pattern: RegExp,
  visit: (match: RegExpExecArray, text: string, report: Report) => void,
): Detector {
  return { name, needs: [pattern], find: (text, report) => eachMatch(pattern, text, m => visit(m, text, report)) }
}

const secret = (report: Report, span: Span | undefined, type: SecretType): void => {
  if (span && span.end > span.start) report(span.start, span.end, { secret: type })
}

/** PEM and PGP private keys with everything up to their end line; without one, up to the end of the text. */
function findPrivateKeys(text: string, report: Report): void {
  for (let at = text.indexOf('-----BEGIN'); at >= 0; at = text.indexOf('-----BEGIN', at + 10)) {
    const label = text.slice(at, at + 64)
    const open = label.indexOf('PRIVATE KEY')
    if (open < 0 || label.slice(10, open).includes('-')) continue
    const close = text.indexOf('-----END', at + open)
    const tail = close < 0 ? -1 : text.indexOf('-----', close + 8)
    const end = tail < 0 ? text.length : tail + 5
    secret(report, { start: at, end }, 'private_key')
    at = end
  }
}

const SCHEME = /(?:(bearer|basic|token|digest|negotiate|ntlm|aws4-hmac-sha256)\s{1,4})?/iy

function findAuthorization(m: RegExpExecArray, text: string, report: Report): void {
  SCHEME.lastIndex = m.index + m[0].length
  const scheme = SCHEME.exec(text)
  const at = m.index + m[0].length + (scheme?.[0].length ?? 0)
  const name = scheme?.[1]?.toLowerCase()
  const whole = name === undefined || name === 'digest' || name.startsWith('aws4')
  secret(
    report,
    whole ? lineValueAt(text, at, m.index) : secretValueAt(text, at),
    name === 'basic' || name === 'bearer' ? name : 'token',
  )
}

function findScheme(m: RegExpExecArray, _text: string, report: Report): void {
  const scheme = (m[1] as string).toLowerCase()
  const value = m[2] as string
  if (!(scheme === 'basic' ? isBasic(value) : looksRandom(value))) return
  const start = tailStart(m, value)
  report(start, start + value.length, {
    secret: scheme === 'basic' ? 'basic' : scheme === 'bearer' ? 'bearer' : 'token',
  })
}

/** RFC 7617: base64 of `name:secret`, so that "Basic authentication" stays. */
const isBasic = (value: string): boolean => Buffer.from(value, 'base64').includes(0x3a)
/** A word of a language has no digit and no inner capital. */
const looksRandom = (value: string): boolean => /[\d_~+/=-]|[a-z][A-Z]/.test(value)

/** `password=…`, `"client_secret": "…"`, `--token …`, `/rc4:…`. */
function findNamed(m: RegExpExecArray, text: string, report: Report): void {
  const span = secretValueAt(text, m.index + m[0].length)
  // `PWD=/home/ann` of sudo and of shells is a folder.
  if (span && /^pwd/i.test(m[0]) && /^[/~]/.test(text.slice(span.start, span.start + 1))) return
  if (span && isHarmless(text, m, text.slice(span.start, span.end))) return
  secret(report, span, typeOfName(m[0]))
  // Secrets inside the value are removed with it; scanning it again would cost time that a stranger controls.
  if (span) patterns.secretKey.lastIndex = Math.max(patterns.secretKey.lastIndex, span.end)
}

/** `Invalid password : local` names a reason, `sessionid=147` a number that a system counts. */
function isHarmless(text: string, name: RegExpExecArray, value: string): boolean {
  if (/session/i.test(name[0])) return /^\d{1,10}$/.test(value)
  return (
    /\s:$/.test(name[0]) &&
    /(?:invalid|incorrect|wrong|bad|expired|missing|failed)\s{1,2}$/i.test(
      text.slice(Math.max(0, name.index - 12), name.index),
    ) &&
    /^[a-z]{1,12}$/.test(value)
  )
}

/** `scheme://name:secret@host`, even if the secret contains `@`, `:` or `/` unescaped. */
function findUserInfo(text: string, report: Report): void {
  for (let at = text.indexOf('://'); at >= 0; at = text.indexOf('://', at + 3)) {
    const start = at + 3
    let end = start
    while (end < text.length && end - start < 512 && !endsUrl(text.charCodeAt(end))) end++
    const rest = text.slice(start, end)
    const colon = rest.indexOf(':')
    const slash = rest.search(/[/?#]/)
    const authority = slash < 0 ? rest : rest.slice(0, slash)
    if (colon < 0 || rest.startsWith('[')) continue
    let close = authority.lastIndexOf('@')
    // Not a port after the colon, and an @ further on: a secret with a slash in it.
    if (close < 0 && colon < authority.length && !/^\d{1,5}$/.test(authority.slice(colon + 1)))
      close = rest.lastIndexOf('@')
    if (close > colon + 1) {
      secret(report, { start: start + colon + 1, end: start + close }, 'password')
      at = start + close
    }
  }
}

/** White space, quotes, angle brackets. */
const endsUrl = (c: number): boolean => c <= 0x20 || c === 0x22 || c === 0x27 || c === 0x60 || c === 0x3c || c === 0x3e

/** LM:NT pairs, by the colon in the middle. */
function findHashPairs(text: string, report: Report): void {
  for (let at = text.indexOf(':', 32); at >= 0; at = text.indexOf(':', at + 1)) {
    if (!isHex(text.charCodeAt(at - 1)) || !isHex(text.charCodeAt(at + 1))) continue
    patterns.hashPair.lastIndex = at
    if (patterns.hashPair.test(text)) report(at - 32, at + 33, { secret: 'hash' })
  }
}

const isHex = (c: number): boolean => (c >= 0x30 && c <= 0x39) || (c >= 0x41 && c <= 0x46) || (c >= 0x61 && c <= 0x66)
