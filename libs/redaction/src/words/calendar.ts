import { GAP, type Token, wordOf } from './token.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

const MONTHS = words(
  `jan feb mar apr may jun jul aug sep sept oct nov dec january february march april june july august september october november december`,
)
const DAYS = words(
  'mon tue tues wed thu thur thurs fri sat sun monday tuesday wednesday thursday friday saturday sunday',
)
/** Before a time, and not before somebody. */
const WHEN = words('in since until till during between throughout early mid late last next this each every')
const WHEN_OF_DAY = words('on by before after from')
/** `end of May`. */
const PART = words('end middle start beginning begin week month rest first second third fourth half 1st 2nd 3rd')
const BETWEEN = words('and or to through until till')
/** `Europe/Paris`. */
const ZONE = /(?:Europe|America|Asia|Africa|Australia|Pacific|Atlantic|Indian)\/[A-Za-z_/]{0,24}$/
const REGIONS = words('europe america asia africa australia')
const LONGEST_ZONE = 40
const SLASH = 0x2f
const UNDERSCORE = 0x5f

/** Whether a word that is a name as well is a month, a day or a time zone here; `word` is in lower case. */
export function isOfCalendar(text: string, tokens: readonly Token[], i: number, word: string): boolean {
  const token = tokens[i] as Token
  const sign = text.charCodeAt(token.start - 1)
  if (
    (sign === SLASH || sign === UNDERSCORE) &&
    ZONE.test(text.slice(Math.max(0, token.start - LONGEST_ZONE), token.start))
  )
    return true
  if (text.charCodeAt(token.end) === SLASH && REGIONS.has(word)) return true
  const isMonth = MONTHS.has(word)
  if (!isMonth && !DAYS.has(word)) return false
  if (isMonth && isOfDate(text, token)) return true
  return isWhen(text, tokens, i, isMonth) || isSpan(text, tokens, i)
}

const isOfDate = (text: string, { start, end }: Token): boolean =>
  /\d(?:st|nd|rd|th)?(?: of)?[ /.-]{0,2}$/.test(text.slice(Math.max(0, start - 8), start)) ||
  /^[ /.,-]{0,2}\d/.test(text.slice(end, end + 3))

/** `in May`, `end of June`, `every Sunday`. */
function isWhen(text: string, tokens: readonly Token[], i: number, isMonth: boolean): boolean {
  const before = tokens[i - 1]
  const { gap } = tokens[i] as Token
  if (before === undefined || before.covered || (gap !== GAP.beside && gap !== GAP.joined)) return false
  const word = wordOf(text, before)
  if (WHEN.has(word) || (!isMonth && WHEN_OF_DAY.has(word))) return true
  const part = tokens[i - 2]
  return word === 'of' && part !== undefined && !part.covered && PART.has(wordOf(text, part))
}

/** `May and June`, `Mon-Fri`. */
function isSpan(text: string, tokens: readonly Token[], i: number): boolean {
  const isDate = (at: number): boolean => {
    const token = tokens[at]
    if (token === undefined || token.covered || !token.capital) return false
    const word = wordOf(text, token)
    return MONTHS.has(word) || DAYS.has(word)
  }
  const near = (at: number): boolean => tokens[at] !== undefined && (tokens[at] as Token).gap !== GAP.far
  const links = (at: number): boolean => near(at) && near(at + 1) && BETWEEN.has(wordOf(text, tokens[at] as Token))
  return (
    (near(i) && isDate(i - 1)) ||
    (near(i + 1) && isDate(i + 1)) ||
    (links(i - 1) && isDate(i - 2)) ||
    (links(i + 1) && isDate(i + 2))
  )
}
