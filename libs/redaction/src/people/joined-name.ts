import { foldText } from '@wardline/kernel'
import { isGivenName } from './given-names.ts'
import { isPlainWord } from './plain-words.ts'
import { SUFFIXES } from './suffixes.ts'

const PART = /^\p{L}[\p{L}\p{M}'’-]{0,31}$/u

/**
 * Whether a word has the form of an account made from a person's names: `first.last`, `f.last`, `first_last2`,
 * `first.m.last`. Excludes words that end like machines, domains and files, and words made of plain words
 * (`process.name`, `normalize_failed`), unless they contain a given name.
 */
export function isJoinedName(word: string): boolean {
  if (hasInnerCapital(word)) return false
  const bare = word.replace(/\d{1,4}$/, '')
  const parts = bare.split(/[._]/)
  if (parts.length === 1) return hasGivenHalf(bare)
  if (parts.length < 2 || parts.length > 3 || !parts.every(part => PART.test(part))) return false
  const folded = parts.map(foldText)
  if (folded.some(isGivenName)) return !FILES.test(word)
  if (folded.every(part => part.length === 1) || CONSTANT.test(word)) return false
  if (word.includes('.') && SUFFIXES.has(lastLabel(word))) return false
  return !folded.some(part => part.length > 1 && isPlainWord(part))
}

/** `maria-lopez`: hyphens join too many other words to be trusted without a given name. */
function hasGivenHalf(word: string): boolean {
  const halves = word.split('-')
  return halves.length === 2 && halves.every(half => PART.test(half)) && halves.map(foldText).some(isGivenName)
}

const lastLabel = (word: string): string => foldText(word.slice(word.lastIndexOf('.') + 1))

/** `INDEX_ALLOCATION`. */
const CONSTANT = /^[\p{Lu}\d]{1,64}(?:_[\p{Lu}\d]{1,64}){1,2}$/u

/** `martin.exe`, `laura.log`: a name, but a file's. */
const FILES =
  /\.(?:exe|dll|ps1|bat|cmd|vbs|js|py|sh|msi|zip|docx?|xlsx?|pptx?|pdf|txt|log|json|ya?ml|xml|csv|lnk|png|jpe?g)$/i

/**
 * `RunDLL`, `PlugX`: how programs are named, but people are not, except `McDonald`, `DeLuca` and the account `mLopez`.
 */
export const hasInnerCapital = (word: string): boolean =>
  /\p{Ll}\p{Lu}/u.test(word) &&
  !/(?:^|[._'’-])(?:\p{Ll}|Ma?c|D[eiu]|L[ae]|Van|Von|Fitz|San|Saint|Ben)\p{Lu}\p{Ll}/u.test(word)
