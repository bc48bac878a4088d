import { vocabulary, WORD } from '../vocabulary/vocabulary.ts'

/**
 * Whether a text consists of words that are nobody's name, and of short numbers: `sign_in`, `v2`, `shadow`. Capitals
 * are no such words, because a name has one.
 */
export function isPlain(text: string): boolean {
  const words = text.match(/[^\s._\-+/()&]{1,64}/g) ?? []
  return words.length > 0 && words.every(word => /^\d{1,4}$/.test(word) || isPlainWord(word))
}

const isPlainWord = (word: string): boolean =>
  /^[a-z]{1,40}$/.test(word) && vocabulary().kindOf(word, 0, word.length) === WORD.plain
