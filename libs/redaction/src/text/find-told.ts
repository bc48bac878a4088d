import type { Report, SecretType } from '../findings/finding.ts'
import { eachMatch, patterns, tailStart } from '../findings/patterns.ts'
import { typeOfName } from './secret-keys.ts'
import { type Span, secretValueAt, worthHiding } from './secret-value.ts'

/** What may follow "password is" and is none. */
const STATES = new Set(
  'a about above active again all allowed already also always an and any are as at be because been being below blank both broken but by case changed clear correct default different disabled due easy empty enabled enough ever exact expired false fine first for forgotten found from given good hard has here hidden how if in incorrect inside insecure insufficient invalid it its just kept known less like locked long longer lost made mandatory missing more my needed never new no none not now null of off ok old on one only optional or our out over overdue past plain present private public read ready required reset right safe same secret secure seen sensitive sent set short shown shorter simple so still stored strong sure taken temporary that the their them then there this through to too true under unique unknown unsafe unset until up updated used useless valid very weak what when where which while with within without written wrong yet you your'.split(
    ' ',
  ),
)
const ENDS_OF_WORDS = /(?:ed|ing|able|ible|ly|ent|tory|less|ous|ful)$/
/** Names of algorithms and protocols have a digit, as passwords do. */
const ALGORITHM =
  /^(?:sha-?\d|md[45]|bcrypt|scrypt|argon2|pbkdf2|aes|des|ssh|tls|ssl|oauth|saml|base64|utf|http|ipv?\d|ntlm|win|x509|v\d)/i

/** `password is X`, `password 'X'`, `pw X`, `password for the kiosk: X`. */
export function findTold(text: string, report: Report): void {
  findSaid(text, patterns.toldIs, patterns.toldBare, report)
  eachMatch(patterns.toldFor, text, m => {
    const at = m.index + m[0].length
    found(report, toldAt(text, at, isLastWord(text, at)))
  })
}

/** What looks like a password, or ends the text and is no state. */
const isLastWord =
  (text: string, at: number) =>
  (value: string): boolean =>
    looksLikePassword(value) || (isNoState(value) && /^\s{0,4}[^\s]{1,128}\s{0,2}$/.test(text.slice(at, at + 136)))

/** `secret X`, `session key X`: only what looks like one, because these words are those of programs too. */
export function findToldKeys(text: string, report: Report): void {
  eachMatch(patterns.toldKey, text, m =>
    found(report, toldAt(text, m.index + m[0].length, looksLikeKey), typeOfName(m[0])),
  )
}

/** Without the names of things: `secret db-v2`, `token type2`. */
const looksLikeKey = (value: string): boolean =>
  value.length >= 8 && looksLikePassword(value) && !/^[A-Z]{2,8}[-_]?\d{2,4}$/.test(value)

/** `enable secret X`, `snmp-server community X`, `username ann secret 5 X`. */
export function findInRouters(text: string, report: Report): void {
  for (const pattern of [patterns.routerSecret, patterns.routerUser])
    eachMatch(pattern, text, m => found(report, toldAt(text, m.index + m[0].length, isNoState)))
}

/** `DefaultPassword REG_SZ X`. */
export function findInRegistry(text: string, report: Report): void {
  eachMatch(patterns.registrySecret, text, m =>
    found(report, secretValueAt(text, m.index + m[0].length), typeOfName(m[0])),
  )
}

/** `IDENTIFIED BY 'X'`. */
export function findIdentified(text: string, report: Report): void {
  const statement = /(?:create|alter|grant|set)\s/i.test(text)
  eachMatch(patterns.identifiedBy, text, m => {
    const at = m.index + m[0].length
    if (statement || text[at] === '"' || text[at] === "'") found(report, secretValueAt(text, at))
  })
}

/** `PASSWORD('X')`. */
export function findInCalls(text: string, report: Report): void {
  eachMatch(patterns.passwordCall, text, m => found(report, secretValueAt(text, m.index + m[0].length)))
}

/** The same with the words of other languages, and `Passwort=X`. */
export function findForeign(text: string, report: Report): void {
  eachMatch(patterns.foreignKey, text, m => found(report, secretValueAt(text, m.index + m[0].length)))
  findSaid(text, patterns.foreignIs, patterns.foreignBare, report)
}

function findSaid(text: string, is: RegExp, bare: RegExp, report: Report): void {
  eachMatch(is, text, m => found(report, toldAt(text, m.index + m[0].length, isNoState)))
  eachMatch(bare, text, m => found(report, toldAt(text, m.index + m[0].length, looksLikePassword)))
}

function found(report: Report, span: Span | undefined, type: SecretType = 'password'): void {
  if (span) report(span.start, span.end, { secret: type })
}

const isQuote = (c: string | undefined): boolean => c === '"' || c === "'" || c === '`'

/** A quoted word, or a bare one that passes, without the sign that ends a sentence. */
function toldAt(text: string, at: number, passes: (value: string) => boolean): Span | undefined {
  const span = secretValueAt(text, at)
  if (!span) return undefined
  const value = text.slice(span.start, span.end)
  if (isQuote(text[span.start - 1])) return /\s/.test(value) ? undefined : span
  const bare = value.replace(/[.,;:)]{1,3}$/, '')
  if (!worthHiding(bare) || /^[[({<]|:\/\/|^[\w.-]{1,32}[=:(]/.test(bare)) return undefined
  return passes(bare) ? { start: span.start, end: span.start + bare.length } : undefined
}

function isNoState(value: string): boolean {
  const word = value.toLowerCase().replace(/[^a-z]{1,8}$/, '')
  return (
    value.length > 3 &&
    !/^\d{1,3}$/.test(value) &&
    (/\d/.test(value) || !(STATES.has(word) || ENDS_OF_WORDS.test(word)))
  )
}

/** Letters with digits or signs among them, as no word of a language has. */
function looksLikePassword(value: string): boolean {
  if (value.length < 6 || ALGORITHM.test(value) || !/[A-Za-z]/.test(value)) return false
  return (
    /[a-z].{0,64}\d|\d.{0,64}[a-z]|[!@#$%^&*+?~][A-Za-z0-9]/.test(value) &&
    !/^[/\\~@.*-]|\w\/\w|\.[a-z]{2,4}$|^\d{1,4}[-/.:]|@[\w-]{1,64}\./.test(value)
  )
}

/** `<password>X</password>`, with any prefix and attributes. */
export function findInXml(text: string, report: Report): void {
  eachMatch(patterns.xmlSecret, text, m => {
    const start = m.index + m[0].length
    const close = text.indexOf('<', start)
    const end = Math.min(close < 0 ? text.length : close, start + 4_096)
    if (worthHiding(text.slice(start, end)))
      report(start, end, { secret: /pass|pwd/i.test(m[0]) ? 'password' : 'secret' })
  })
}

/** PINs and one-time codes: `your code: 123456`, `use 123456 to sign in`. */
export function findCodes(text: string, report: Report): void {
  for (const pattern of [patterns.oneTimeCode, patterns.useCode, patterns.foreignCode])
    eachMatch(pattern, text, m => {
      const start = tailStart(m, m[1] as string)
      report(start, m.index + m[0].length, { secret: 'token' })
    })
}

/** `123456 is your code`. */
export function findYourCode(text: string, report: Report): void {
  eachMatch(patterns.isYourCode, text, m => {
    const code = /(?:^|[^\w.:-])(\d{3}[ -]?\d{1,5})$/.exec(text.slice(Math.max(0, m.index - 11), m.index))?.[1]
    if (code) report(m.index - code.length, m.index, { secret: 'token' })
  })
}

type Find = (text: string, report: Report) => void

/**
 * A command of PowerShell in base64 goes if it holds a secret. One that holds none stays, because rules look for what
 * it does.
 */
export function findInEncodedCommands(text: string, report: Report, find: Find): void {
  if (text.search(patterns.encodedCommand) < 0) return
  // The search within uses the same expressions, so the matches are taken first.
  for (const m of [...text.matchAll(patterns.encodedCommand)]) {
    const value = m[1] as string
    const bytes = Buffer.from(value, 'base64')
    const forms = [bytes.toString('utf16le'), bytes.toString('utf8')]
    if (!forms.some(form => holdsSecret(form, find))) continue
    const start = tailStart(m, value)
    report(start, start + value.length, { secret: 'secret' })
  }
}

/** Another encoded command within is not opened: it counts as a secret. */
function holdsSecret(text: string, find: Find): boolean {
  if (text.search(patterns.encodedCommand) >= 0) return true
  let found = false
  find(text, () => {
    found = true
  })
  return found
}
