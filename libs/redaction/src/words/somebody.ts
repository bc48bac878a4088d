import { vocabulary } from '../vocabulary/vocabulary.ts'
import { RUN } from './judge-run.ts'
import { FAMILY_WORDS, GIVEN_WORDS } from './person-words.ts'
import { GAP, isInCapitals, type Token, wordOf } from './token.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** What only somebody does. */
const SAYS = words(
  `says said asks asked tells told calls called emails emailed mailed phoned texted wrote writes thinks thought wants wanted knows knew confirmed confirms denied denies forgot
  complained complains replied apologised apologized insisted resigned admitted promised agreed agrees explained recalls recalled travelled traveled`,
)
/** What somebody opens: `Bird opened a ticket`. */
const OPENS = words('opened raised filed submitted closed')
const OPENED = words('a an the his her their another')
const CASES = words('ticket case request complaint call incident issue report')
/** Before somebody whom it was done by or for. */
const BEFORE = words('by for to from with')
const WHO_DID = words(
  `approved assigned reported requested signed sent written raised opened closed escalated forwarded shipped created order orders invited
  login session account laptop password waiting thanks called confirmed handed given reassigned delegated`,
)

/** Whether a rare name with a capital stands where somebody does: `Bird opened a ticket`, `approved by Worth`. */
export function isSomebodyHere(text: string, tokens: readonly Token[], i: number): boolean {
  const token = tokens[i] as Token
  if (isInCapitals(text, token)) return false
  return does(text, tokens, i) || isDoneBy(text, tokens, i) || owns(text, tokens, i)
}

const wordAt = (text: string, tokens: readonly Token[], at: number): string => {
  const token = tokens[at]
  return token === undefined || token.covered ? '' : wordOf(text, token)
}

/** What people have, and things do not: `Bird vpn is down`, `Max laptop`. */
const OWNED = words(
  'vpn wifi laptop macbook iphone mailbox inbox outlook browser mfa onedrive webcam headset badge payslip',
)
const owns = (text: string, tokens: readonly Token[], i: number): boolean =>
  tokens[i + 1]?.gap === GAP.beside && OWNED.has(wordAt(text, tokens, i + 1))

function does(text: string, tokens: readonly Token[], i: number): boolean {
  if (tokens[i + 1]?.gap !== GAP.beside) return false
  const verb = wordAt(text, tokens, i + 1)
  if (SAYS.has(verb)) return true
  return OPENS.has(verb) && OPENED.has(wordAt(text, tokens, i + 2)) && CASES.has(wordAt(text, tokens, i + 3))
}

function isDoneBy(text: string, tokens: readonly Token[], i: number): boolean {
  if ((tokens[i] as Token).gap !== GAP.beside) return false
  if (!BEFORE.has(wordAt(text, tokens, i - 1)) || !WHO_DID.has(wordAt(text, tokens, i - 2))) return false
  const next = tokens[i + 1]
  return next?.gap !== GAP.beside || (!next.capital && !vocabulary().isThing(wordOf(text, next)))
}

/** `the token of Will now`: inside a sentence in lower case `will` has no capital. `by Max`, but not `set to Max`. */
export function isGivenHere(text: string, tokens: readonly Token[], i: number): boolean {
  const [before, token] = [tokens[i - 1], tokens[i] as Token]
  if (token.end - token.start > LONGEST_GIVEN) return false
  if (owns(text, tokens, i)) return GIVEN_BESIDES.has(wordOf(text, token))
  if (token.gap !== GAP.beside) return false
  if (before === undefined || before.capital || before.covered || isInCapitals(text, token)) return false
  const word = wordOf(text, token)
  if (word === 'will') return before.kind === RUN.plain
  return GIVEN_BESIDES.has(word) && BEFORE_GIVEN.has(wordOf(text, before))
}
const LONGEST_GIVEN = 4
const GIVEN_BESIDES = words('will max skip kit')
const BEFORE_GIVEN = words('by with from for ask asked tell told called invited and')

/** `Will called Key`: both are somebody. */
export function decideCalls(text: string, tokens: readonly Token[], i: number): void {
  const [first, verb, second] = [tokens[i - 1] as Token, tokens[i] as Token, tokens[i + 1]]
  if (verb.gap !== GAP.beside || second?.gap !== GAP.beside || !first.capital || !second.capital) return
  if (!SPEAKS.has(wordOf(text, verb)) || !isNamed(text, first) || !isNamed(text, second)) return
  for (const token of [first, second]) if (!token.covered) token.kind = RUN.unknown
}
const SPEAKS = words('called asked told phoned emailed mailed texted informed reminded warned thanked met messaged')

const isNamed = (text: string, token: Token): boolean =>
  token.kind === RUN.unknown || (!token.covered && mayBeName(text, token) && !isInCapitals(text, token))

/** `Worth and Fox` where one of the two goes: so does the other, if it may be a name. */
export function decideColleagues(text: string, tokens: readonly Token[]): void {
  for (let i = 2; i < tokens.length; i++) {
    const [first, link, second] = [tokens[i - 2] as Token, tokens[i - 1] as Token, tokens[i] as Token]
    if (!first.capital || !second.capital || link.gap !== GAP.beside || second.gap !== GAP.beside) continue
    if ((first.kind === RUN.unknown) === (second.kind === RUN.unknown)) continue
    if (link.end - link.start > 3 || !LINKS.has(wordOf(text, link))) continue
    const other = first.kind === RUN.unknown ? second : first
    if (!other.covered && mayBeName(text, other) && !isInCapitals(text, other)) other.kind = RUN.unknown
  }
}
const LINKS = words('and or')

function mayBeName(text: string, token: Token): boolean {
  if (token.kind !== RUN.plain) return token.kind >= RUN.rareName && token.kind < RUN.unknown
  const word = wordOf(text, token)
  return GIVEN_WORDS.has(word) || FAMILY_WORDS.has(word)
}
