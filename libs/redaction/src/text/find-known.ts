import type { Report } from '../findings/finding.ts'
import { isPersonal } from '../personal.ts'
import type { PersonalType, PersonalValue } from '../redactor.ts'
import { identitiesOf } from './identities.ts'

/** Limit on the known values of one event that are searched for. */
export const MAX_KNOWN = 64

/**
 * Reports every place where a known value occurs as a separate word, in any case: between characters that search does
 * not count as part of a word (kernel tokenizer). Values of one or two characters count only between white space,
 * quotes and brackets.
 */
export function findKnown(text: string, needles: readonly Needle[], report: Report): void {
  if (needles.length === 0) return
  const folded = foldSameLength(text)
  for (const { type, value, needle } of needles) {
    for (let at = folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, at + needle.length)) {
      const end = at + needle.length
      if (standsAlone(folded, at, end)) report(at, end, { personal: type, value })
    }
  }
}

/** A known value in the form that is searched for. */
export interface Needle extends PersonalValue {
  readonly needle: string
}

/** Values to search for, longest first: created once for all texts of a record. */
export function needlesOf(known: readonly PersonalValue[]): Needle[] {
  if (known.length === 0) return []
  const needles = new Map<string, Needle>()
  const identity = identitiesOf(known)
  const add = (type: PersonalType, value: string): void => {
    const needle = foldSameLength(value.trim())
    if (needle.length > 0 && needle.length <= 1_024 && isPersonal(type, value) && !needles.has(needle)) {
      needles.set(needle, { ...identity(type, value.trim()), needle })
    }
  }
  for (const { type, value } of known.slice(0, MAX_KNOWN)) add(type, value)
  // Short forms that people write: the account of an address, the account of DOMAIN\account, the first label of a host.
  for (const { type, value } of known.slice(0, MAX_KNOWN)) {
    const part = partOf(type, value)
    if (part !== undefined && part.length >= 3) add(type === 'email' ? 'user' : type, part)
  }
  return [...needles.values()].sort((a, b) => b.needle.length - a.needle.length)
}

function partOf(type: PersonalType, value: string): string | undefined {
  if (type === 'email' || (type === 'user' && value.includes('@'))) return value.slice(0, value.indexOf('@'))
  if (type === 'user' && value.includes('\\')) return value.slice(value.lastIndexOf('\\') + 1)
  if (type === 'host' && /^[a-z]/i.test(value) && value.includes('.')) return value.slice(0, value.indexOf('.'))
  return undefined
}

/** Lower case with all offsets preserved: the few letters whose lower case is longer stay as they are. */
function foldSameLength(text: string): string {
  const lower = text.toLowerCase()
  if (lower.length === text.length) return lower
  return [...text].map(c => (c.toLowerCase().length === c.length ? c.toLowerCase() : c)).join('')
}

function standsAlone(text: string, start: number, end: number): boolean {
  if (end - start < 3) return isBlank(text[start - 1]) && isBlank(text[end])
  return !(isWord(text[start]) && isWord(text[start - 1])) && !(isWord(text[end - 1]) && isWord(text[end]))
}

const isBlank = (c: string | undefined): boolean => c === undefined || /[\s"'`()[\]{}<>=,;]/.test(c)
const isWord = (c: string | undefined): boolean =>
  c !== undefined && (c < '\x80' ? /[a-z0-9]/i.test(c) : /[\p{L}\p{M}\p{N}\ud800-\udfff]/u.test(c))
