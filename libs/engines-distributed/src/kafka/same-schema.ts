import { isDeepStrictEqual } from 'node:util'

/** Keywords that say something to people and nothing about what is valid (JSON Schema 2020-12, core section 8.3 and validation section 9). */
const WORDS: readonly string[] = ['$comment', 'title', 'description', 'examples']
/** Keywords whose members are names that the schema chose, with a schema each. */
const NAMES: readonly string[] = ['properties', 'patternProperties', '$defs', 'dependentSchemas']

/** Whether two schemas accept the same values by the same rules, whatever words go with them. */
export const isSameSchema = (a: unknown, b: unknown): boolean => isDeepStrictEqual(withoutWords(a), withoutWords(b))

function withoutWords(value: unknown, names = false): unknown {
  if (Array.isArray(value)) return value.map(item => withoutWords(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => names || !WORDS.includes(key))
      .map(([key, member]) => [key, withoutWords(member, !names && NAMES.includes(key))]),
  )
}
