import type { MdmDrift } from '@wardline/registries'

export type JsonObject = Readonly<Record<string, unknown>>

/** @returns undefined for anything but an object. */
export const objectOf = (value: unknown): JsonObject | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined

const EARLIEST = Date.parse('1990-01-01T00:00:00Z')
const LATEST = Date.parse('2200-01-01T00:00:00Z')

/**
 * Reads the fields of a page's devices, and notes where they are not as documented. Values leave it only as words from our
 * own lists or as short texts of harmless characters.
 */
export interface FieldReader {
  /** A word from a closed list; `unknown` with a note for any other. A missing value is `unknown` without a note. */
  word<T extends string>(field: string, value: unknown, words: Readonly<Record<string, T>>): T | 'unknown'
  /** Letters, digits and a little punctuation, at most `max` characters: no address, no markup. Null for anything else. */
  label(field: string, value: unknown, max: number): string | null
  /** A version, which begins with a digit. Null for anything else. */
  version(field: string, value: unknown): string | null
  flag(field: string, value: unknown): boolean | null
  /** RFC 3339; null for no time and for the dates that mean none (0001-01-01, 9999-12-31). */
  time(field: string, value: unknown): string | null
  note(field: string, reason: MdmDrift['reason']): void
  readonly drift: readonly MdmDrift[]
}

export function createFieldReader(): FieldReader {
  const noted = new Map<string, MdmDrift>()
  const note = (field: string, reason: MdmDrift['reason']): void => {
    const key = `${field} ${reason}`
    noted.set(key, { field, reason, count: (noted.get(key)?.count ?? 0) + 1 })
  }
  const none = (value: unknown): boolean => value === undefined || value === null || value === ''
  return {
    word(field, value, words) {
      if (none(value)) return 'unknown'
      if (typeof value === 'string') {
        const key = value.toLowerCase()
        const known = Object.hasOwn(words, key) ? words[key] : undefined
        if (known !== undefined) return known
      }
      note(field, typeof value === 'string' ? 'unknown_value' : 'wrong_type')
      return 'unknown'
    },
    label(field, value, max) {
      if (none(value)) return null
      if (typeof value === 'string' && value.length <= max && /^[\p{L}\p{N} .,()+_/"'-]+$/u.test(value))
        return value.trim()
      note(field, typeof value === 'string' ? 'unknown_value' : 'wrong_type')
      return null
    },
    version(field, value) {
      if (none(value)) return null
      if (typeof value === 'string' && /^\d[\w. ()+-]{0,63}$/.test(value)) return value.trim()
      note(field, typeof value === 'string' ? 'unknown_value' : 'wrong_type')
      return null
    },
    flag(field, value) {
      if (typeof value === 'boolean') return value
      if (!none(value)) note(field, 'wrong_type')
      return null
    },
    time(field, value) {
      if (none(value)) return null
      const ms = typeof value === 'string' && value.length <= 40 ? Date.parse(value) : Number.NaN
      if (Number.isNaN(ms)) {
        note(field, 'wrong_type')
        return null
      }
      return ms > EARLIEST && ms < LATEST ? new Date(ms).toISOString() : null
    },
    note,
    get drift() {
      return [...noted.values()]
    },
  }
}

/** A provider's id: a short text or a whole number. */
export function referenceOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value)
  return typeof value === 'string' && /^[\w.:-]{1,128}$/.test(value) ? value : undefined
}

export const serialOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= 128 && value.trim() !== '' ? value : undefined
