import { foldText } from '@wardline/kernel'
import type { Report } from '../findings/finding.ts'
import { eachMatch, patterns } from '../findings/patterns.ts'
import { isPersonal } from '../personal.ts'
import type { PersonalType } from '../redactor.ts'
import { vocabulary, WORD } from '../vocabulary/vocabulary.ts'
import { FAMILY_WORDS, GIVEN_WORDS } from '../words/person-words.ts'
import { isGivenName, PARTICLES } from './given-names.ts'
import { hasInnerCapital, isJoinedName } from './joined-name.ts'
import {
  BE,
  BEFORE_ACCOUNT,
  BEFORE_PERSON,
  BEFORE_PERSON_TWO,
  DONE_TO_PERSON,
  PERSON_DOES,
  TITLES,
} from './person-words.ts'
import { isPlainWord } from './plain-words.ts'

/** A word of a text, without the punctuation around it. */
interface Word {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly folded: string
  /** Only blanks and at most one quotation mark are between the previous word and this one. */
  readonly joins: boolean
}

/** Longest family name with its particles, in words. */
const MAX_FAMILY = 4

/**
 * Reports people mentioned in a text that a person wrote: accounts by their form (`first.last`, `@name`), given names
 * with the family name after them, names after a title, and any word where a sentence mentions a person, unless it is a
 * plain word (`mlopez was locked`, `asked mlopez`). When in doubt, a word counts as a name. Every word is examined a
 * fixed number of times.
 */
export function findPeople(text: string, report: Report): void {
  const words = wordsOf(text)
  const found = (start: number, end: number, type: PersonalType): void => {
    const value = text.slice(start, end)
    if (isPersonal(type, value)) report(start, end, { personal: type, value })
  }
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as Word
    if (text[word.start - 1] === '@' && isOpening(text[word.start - 2])) found(word.start, word.end, 'user')
    else if (isJoinedName(word.text)) found(word.start, word.end, 'user')
    else if (isGiven(word)) found(word.start, familyEnd(words, i), 'name')
    else if (isTitled(words, i)) found(word.start, familyEnd(words, i), 'name')
    else if (mayBeName(word) && (isSpokenOf(words, i) || isSpokenTo(words, i))) found(word.start, word.end, 'user')
    else if (isNameAndWord(word) && (isSaying(words, i) || isAsked(words, i))) found(word.start, word.end, 'user')
  }
}

function wordsOf(text: string): Word[] {
  const words: Word[] = []
  let before = 0
  eachMatch(patterns.typedWord, text, match => {
    const word = match[0].replace(/['’]s?$/i, '').replace(/[._'’-]{1,8}$/, '')
    if (word === '') return
    const start = match.index
    const gap = text.slice(before, start)
    const joins = words.length > 0 && gap.length <= 3 && /^["'‘“(]?[ \t]{1,2}["'‘“(]?$/.test(gap)
    words.push({ start, end: start + word.length, text: word, folded: foldText(word), joins })
    before = start + word.length
  })
  return words
}

const isOpening = (c: string | undefined): boolean => c === undefined || /[\s("'‘“[{,;:]/.test(c)
const isCapitalised = (word: Word): boolean => /^\p{Lu}/u.test(word.text)
const isAcronym = (word: Word): boolean => /^[\p{Lu}\d]{1,4}$/u.test(word.text)
const isPlain = (word: Word): boolean => isPlainWord(word.folded)

const isGiven = (word: Word): boolean => isGivenName(word.folded) && !isAcronym(word)

/** Letters and perhaps some digits; not a plain word, an acronym or a program. */
const mayBeName = (word: Word): boolean =>
  /^\p{L}[\p{L}\p{M}'’-]{1,40}\d{0,4}$/u.test(word.text) &&
  !isPlain(word) &&
  !isAcronym(word) &&
  !hasInnerCapital(word.text) &&
  !/(?:tions?|ness|ments?|n['’]t)$/.test(word.folded)

/** The end of the family name after a given name or a title: capitalised words and the particles between them. */
function familyEnd(words: readonly Word[], first: number): number {
  let last = first
  for (let i = first + 1; i < words.length && i <= first + MAX_FAMILY; i++) {
    const word = words[i] as Word
    if (!word.joins) break
    if (PARTICLES.has(word.folded) && words[i + 1]?.joins) continue
    const family = isCapitalised(word) ? !isPlain(word) || isGivenName(word.folded) : isLowerFamily(words, first, i)
    if (!family) break
    last = i
  }
  return (words[last] as Word).end
}

/** `maria lopez` by somebody who writes everything in lower case. */
const isLowerFamily = (words: readonly Word[], first: number, i: number): boolean =>
  i === first + 1 &&
  !isCapitalised(words[first] as Word) &&
  mayBeName(words[i] as Word) &&
  !/(?:ed|ing|s|ly)$/.test((words[i] as Word).folded)

function isTitled(words: readonly Word[], i: number): boolean {
  const [title, word] = [words[i - 1], words[i] as Word]
  if (!title || !TITLES.has(title.folded) || !isCapitalised(word) || isAcronym(word)) return false
  return word.start - title.end <= 2
}

/** `mlopez was locked`, `mlopez clicked`. */
function isSpokenOf(words: readonly Word[], i: number): boolean {
  let next = i + 1
  if (!words[next]?.joins) return false
  if (PERSON_DOES.has((words[next] as Word).folded)) return true
  let auxiliaries = 0
  while (words[next]?.joins && BE.has((words[next] as Word).folded) && auxiliaries < 3) {
    auxiliaries++
    next++
  }
  const verb = words[next]
  return auxiliaries > 0 && verb?.joins === true && DONE_TO_PERSON.has(verb.folded)
}

/** A word that is a name too: the vocabulary marks it, or cannot do without it. */
const isNameAndWord = ({ folded }: Word): boolean =>
  vocabulary().kindOf(folded, 0, folded.length) >= WORD.rareName || FAMILY_WORDS.has(folded) || GIVEN_WORDS.has(folded)
const SAYS = /^(?:says|said|asks|asked|tells|told|called|calls|wants|thinks|thought|complains|complained)$/
const ASKS = /^(?:ask|asked|tell|told)$/
const OF_WHAT = /^(?:about|if|to|whether|for|why|when|how|what|that)$/

/** `Key says that ...`: no thing says something. */
const isSaying = (words: readonly Word[], i: number): boolean =>
  isCapitalised(words[i] as Word) && words[i + 1]?.joins === true && SAYS.test((words[i + 1] as Word).folded)

/** `Ask key about ...`. */
function isAsked(words: readonly Word[], i: number): boolean {
  const [before, after] = [words[i - 1], words[i + 1]]
  if (!before || !(words[i] as Word).joins || !ASKS.test(before.folded)) return false
  return after?.joins !== true || OF_WHAT.test(after.folded)
}

/** `asked mlopez`, `spoke to mlopez`. */
function isSpokenTo(words: readonly Word[], i: number): boolean {
  const word = words[i] as Word
  const before = words[i - 1]
  if (!before || !(word.joins || word.start - before.end <= 3)) return false
  if (BEFORE_PERSON.has(before.folded)) return true
  if (BEFORE_ACCOUNT.has(before.folded) && !isCapitalised(word)) return true
  const two = words[i - 2]
  return two !== undefined && BEFORE_PERSON_TWO.has(`${two.folded}:${before.folded}`)
}
