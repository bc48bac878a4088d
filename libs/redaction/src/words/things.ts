import { vocabulary } from '../vocabulary/vocabulary.ts'
import { RUN } from './judge-run.ts'
import { FAMILY_WORDS, GIVEN_WORDS, PEOPLE, ROLES } from './person-words.ts'
import {
  AFTER_HAPPENED,
  AFTER_THING,
  ASKS,
  BE,
  DETERMINERS,
  END,
  GIVEN_TO,
  HAPPENS,
  INSTRUCTIONS,
  KEEPERS,
  KIND_KEY,
  LONGEST_KEY,
  MAKERS,
  NEW,
  NOUNS,
  NUMBER,
  NUMBERED,
  OBJECTS,
  OF_DESKS,
  OF_PEOPLE,
  RIGHTS,
  STATES,
  UNITS,
  VENDORS,
  VERSION,
} from './thing-words.ts'
import { GAP, isInCapitals, type Token, wordOf } from './token.ts'

/**
 * Whether a word that is a name as well is that of a thing here, because of what stands beside it: `Aurora cluster`,
 * `the Grant has expired`, `Mark the page as read`. Not where somebody could stand in the same place: `Grant opened a
 * ticket`, `Rose account`.
 */
export function isThingHere(text: string, tokens: readonly Token[], i: number): boolean {
  const token = tokens[i] as Token
  const before = tokens[i - 1]
  const next = tokens[i + 1]
  if (isBehindName(text, tokens, i)) return false
  if (next?.gap === GAP.beside && !next.covered && isBeforeThing(text, tokens, i)) return true
  if (isNumbered(text, token) || isKindOf(text, token) || isNegation(text, token)) return true
  if (before?.gap !== undefined && isUnit(text, before, token)) return true
  if (!token.capital) return false
  if (isAfterDeterminer(text, tokens, i) || isBehindThing(text, tokens, i) || isOfVendor(text, tokens, i)) return true
  return (
    begins(text, tokens, i) &&
    (isOfTwoNouns(text, tokens, i) ||
      isInstruction(text, tokens, i) ||
      happens(text, tokens, i) ||
      isOfThing(text, tokens, i))
  )
}

const isOpen = (token: Token | undefined): token is Token => token !== undefined && !token.covered
const beside = (token: Token | undefined): token is Token => isOpen(token) && token.gap === GAP.beside

function begins(text: string, tokens: readonly Token[], i: number): boolean {
  const before = tokens[i - 1]
  return before === undefined || END.test(text.slice(before.end, (tokens[i] as Token).start))
}

/** Whether it stands behind a word that speaks to somebody: `Tell Grant server 3 is down`. */
export function isToldTo(text: string, tokens: readonly Token[], i: number): boolean {
  const before = tokens[i - 1]
  return isOpen(before) && (tokens[i] as Token).gap === GAP.beside && ASKS.has(wordOf(text, before))
}

/** Behind a given name, or what may be one. */
function isBehindName(text: string, tokens: readonly Token[], i: number): boolean {
  const before = tokens[i - 1]
  if (before === undefined || (tokens[i] as Token).gap !== GAP.beside) return false
  if (before.covered) return before.kind === RUN.unknown
  return before.capital && (before.kind >= RUN.commonName || GIVEN_WORDS.has(wordOf(text, before)))
}

/** `Rose vpn`, but not `Philips monitor`. */
const isOfDesk = (text: string, token: Token, noun: string): boolean =>
  OF_DESKS.has(noun) && !MAKERS.has(wordOf(text, token))

/** `ObjectMapper`. */
const INNER_CAPITAL = /^[A-Z][a-z]+[A-Z]/

/** `Aurora cluster`, `Young GC`, `Jenkins Pipeline`, `Jackson ObjectMapper`. */
function isBeforeThing(text: string, tokens: readonly Token[], i: number): boolean {
  const next = tokens[i + 1] as Token
  const word = wordOf(text, next)
  if (next.capital && next.kind === RUN.plain && INNER_CAPITAL.test(text.slice(next.start, next.end))) return true
  VERSION.lastIndex = next.end
  if (isOfDesk(text, tokens[i] as Token, word)) return false
  if (!vocabulary().isThing(word) && !(next.kind === RUN.plain && VERSION.test(text))) return false
  if (next.capital && (next.kind !== RUN.plain || (FAMILY_WORDS.has(word) && !isInCapitals(text, next)))) return false
  const after = tokens[i + 2]
  return !isKept(text, after)
}

/** `BILL RUN COMPLETED`: capitals say nothing. */
const areInCapitals = (text: string, first: Token, second: Token): boolean =>
  isInCapitals(text, first) && isInCapitals(text, second)

/** `macOS Sierra`, `Apache Ivy`; `com.example.store.Grant`, a class. */
function isOfVendor(text: string, tokens: readonly Token[], i: number): boolean {
  const [before, token] = [tokens[i - 1], tokens[i] as Token]
  if (!isOpen(before)) return false
  if (token.gap === GAP.beside) return VENDORS.has(wordOf(text, before))
  return isPackage(text, before, token) && isPackage(text, tokens[i - 2], before)
}

const DOT = 0x2e
const isPackage = (text: string, part: Token | undefined, next: Token): boolean =>
  isOpen(part) &&
  !part.capital &&
  part.kind === RUN.plain &&
  next.gap === GAP.joined &&
  text.charCodeAt(part.end) === DOT

/** `Job Grant`: the last word of a title. Not behind a word that may be somebody or an instruction. */
function isBehindThing(text: string, tokens: readonly Token[], i: number): boolean {
  const before = tokens[i - 1]
  if (!isOpen(before) || !before.capital || before.kind !== RUN.plain || (tokens[i] as Token).gap !== GAP.beside)
    return false
  const word = wordOf(text, before)
  return NOUNS.has(word) && !beside(tokens[i - 2]) && !tokens[i + 1]?.capital
}

/** Behind the thing stands who keeps it (`Rose cluster admin`), or it is a verb (`Rose tests the build`). */
function isKept(text: string, after: Token | undefined): boolean {
  if (!isOpen(after) || (after.gap !== GAP.beside && after.gap !== GAP.joined)) return false
  const word = wordOf(text, after)
  return DETERMINERS.has(word) || isSomebody(word)
}

/** `Lane 3`, `Jenkins 2.440.1`. */
function isNumbered(text: string, { start, end }: Token): boolean {
  VERSION.lastIndex = end
  if (VERSION.test(text)) return true
  NUMBER.lastIndex = end
  return NUMBER.test(text) && NUMBERED.has(text.slice(start, end).toLowerCase())
}

/** `kind=Grant`. */
const isKindOf = (text: string, { start }: Token): boolean => {
  const sign = text.charCodeAt(start - 1)
  return (
    (sign === 0x3d || sign === 0x22 || sign === 0x3a || sign === 0x20) &&
    KIND_KEY.test(text.slice(Math.max(0, start - LONGEST_KEY), start))
  )
}

/** `Don't`, `aren’t`. */
const isNegation = (text: string, { end }: Token): boolean =>
  text.charCodeAt(end - 1) === 0x6e && /^['’]t(?![A-Za-z])/.test(text.slice(end, end + 3))

/** `12 Pascal`. */
const isUnit = (text: string, before: Token, token: Token): boolean =>
  token.gap === GAP.beside && before.kind === RUN.code && UNITS.has(wordOf(text, token))

/** `a Grant`, `the Young, the Old`; not `a Grant from sales`. */
function isAfterDeterminer(text: string, tokens: readonly Token[], i: number): boolean {
  const before = tokens[i - 1]
  if (!isOpen(before) || (tokens[i] as Token).gap !== GAP.beside || !DETERMINERS.has(wordOf(text, before))) return false
  const next = tokens[i + 1]
  if (!isOpen(next) || next.gap !== GAP.beside) return next === undefined || (next.gap !== GAP.joined && !next.covered)
  if (next.capital) return false
  const word = wordOf(text, next)
  return AFTER_THING.has(word) || HAPPENS.has(word)
}

/** `Mark the page as read`, `Grant read access`, `Drew 30 frames`. */
function isInstruction(text: string, tokens: readonly Token[], i: number): boolean {
  const object = tokens[i + 1]
  if (!beside(object) || object.capital || !INSTRUCTIONS.has(wordOf(text, tokens[i] as Token))) return false
  const word = wordOf(text, object)
  const last = tokens[i + 2]
  if (object.kind === RUN.code) return beside(last) && vocabulary().isThing(wordOf(text, last))
  const noun = beside(last) ? wordOf(text, last) : ''
  if (RIGHTS.has(word)) return noun === '' || RIGHTS.has(noun) || GIVEN_TO.has(noun)
  if (word === 'as') return STATES.has(noun)
  if (!OBJECTS.has(word)) return false
  if (!beside(last)) return !DETERMINERS.has(word) || word === 'all'
  return last.kind <= RUN.plain && !isSomebody(noun) && !NEW.has(noun)
}

/** `Mark the accountant`, `Rob the new admin`. */
const isSomebody = (noun: string): boolean =>
  KEEPERS.has(noun) ||
  PEOPLE.has(noun) ||
  ROLES.has(noun) ||
  (/(?:er|or|ant|ent|ist|ian|man|men|ee|ess)s?$/.test(noun) && !vocabulary().isThing(noun))

/** `House keeping finished`: a sentence begins with two nouns. A verb behind a name ends in `s` or `ed`, or is irregular. */
function isOfTwoNouns(text: string, tokens: readonly Token[], i: number): boolean {
  const next = tokens[i + 1]
  if (!beside(next) || (next.kind !== RUN.plain && next.kind !== RUN.rareName)) return false
  const noun = wordOf(text, next)
  if (next.capital && (FAMILY_WORDS.has(noun) || !areInCapitals(text, tokens[i] as Token, next))) return false
  if (isOfDesk(text, tokens[i] as Token, noun)) return false
  return !/(?:s|ed|ly)$/.test(noun) && !OF_PEOPLE.has(noun) && !isSomebody(noun) && !isKept(text, tokens[i + 2])
}

/** `Grant was revoked`, `Grant expired`; not `Grant was issued a laptop`. */
function happens(text: string, tokens: readonly Token[], i: number): boolean {
  let at = i + 1
  while (at < i + 4 && beside(tokens[at]) && BE.has(wordOf(text, tokens[at] as Token))) at++
  const verb = tokens[at]
  if (!beside(verb) || !HAPPENS.has(wordOf(text, verb))) return false
  const after = tokens[at + 1]
  return !beside(after) || AFTER_HAPPENED.has(wordOf(text, after))
}

/** `Bill of materials`. */
function isOfThing(text: string, tokens: readonly Token[], i: number): boolean {
  const [of, noun] = [tokens[i + 1], tokens[i + 2]]
  return (
    beside(of) &&
    beside(noun) &&
    !noun.capital &&
    wordOf(text, of) === 'of' &&
    (vocabulary().isThing(wordOf(text, noun)) || DETERMINERS.has(wordOf(text, noun)))
  )
}
