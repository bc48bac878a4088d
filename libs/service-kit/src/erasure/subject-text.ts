import { foldText } from '@wardline/kernel'

/** What stands where a subject stood. */
export const ERASED = '[erased]'

/** The subject of an erasure, in texts of all kinds. */
export interface SubjectText {
  /** Whether the text names the subject: as a word of its own, whatever its case. */
  isIn(text: string): boolean
  /** The text without the subject. */
  erasedFrom(text: string): string
}

/** Part of a longer name or address when a letter or digit is on its other side: `ann` is not in `ann.lee` or `ann@x.org`. */
const JOINT = '[.@-]'
const CHARACTER = '[\\p{L}\\p{M}\\p{N}_]'

/** @param value folded, as searches compare it */
export function subjectText(value: string): SubjectText {
  const literal = RegExp.escape(value)
  const pattern = new RegExp(
    `(?<!${CHARACTER}|${CHARACTER}${JOINT})${literal}(?!${CHARACTER}|${JOINT}${CHARACTER})`,
    'giu',
  )
  const found = (text: string): boolean => text.search(pattern) >= 0
  return {
    isIn: text => found(text) || found(foldText(text)),
    erasedFrom(text) {
      const plain = text.replace(pattern, ERASED)
      // Full-width letters, for instance, are only the subject's once they are folded.
      return found(foldText(plain)) ? foldText(plain).replace(pattern, ERASED) : plain
    },
  }
}

/** Whether any text within the value names the subject: keys of objects too. */
export function isAnywhere(value: unknown, subject: SubjectText): boolean {
  if (typeof value === 'string') return subject.isIn(value)
  if (Array.isArray(value)) return value.some(member => isAnywhere(member, subject))
  if (value === null || typeof value !== 'object') return false
  return Object.entries(value).some(([key, member]) => subject.isIn(key) || isAnywhere(member, subject))
}
