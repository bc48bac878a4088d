import type { Source } from '../normalize/draft.ts'

const MAX_COLUMNS = 512

/** The values of a line of CSV (RFC 4180): a value in quotes may hold separators, and quotes twice. Linear. */
export function columns(text: string, separator = ','): string[] {
  const out: string[] = []
  let at = 0
  while (at <= text.length && out.length < MAX_COLUMNS) {
    if (text.charCodeAt(at) === 34) {
      let value = ''
      let from = at + 1
      for (;;) {
        const quote = text.indexOf('"', from)
        if (quote < 0) {
          value += text.slice(from)
          at = text.length
          break
        }
        value += text.slice(from, quote)
        at = quote + 1
        if (text.charCodeAt(at) !== 34) break
        value += '"'
        from = at + 1
      }
      out.push(value)
      const next = text.indexOf(separator, at)
      if (next < 0) break
      at = next + separator.length
      continue
    }
    const next = text.indexOf(separator, at)
    out.push(text.slice(at, next < 0 ? text.length : next))
    if (next < 0) break
    at = next + separator.length
  }
  return out
}

/** Values under their names; blank ones and `-` are left out, and so are values without a name. */
export function named(names: readonly string[], values: readonly string[]): Record<string, string> {
  const out: Record<string, string> = {}
  for (let index = 0; index < names.length && index < values.length; index++) {
    const name = names[index]!
    const value = values[index]!
    if (name !== '' && value !== '' && value !== '-') out[name] = value
  }
  return out
}

/** The values of a line that tabs separate. */
export const readTabs = (text: string): string[] => text.split('\t', MAX_COLUMNS)

/**
 * The value of `member` in the item of a list of objects in which `where` is `is`: `itemOf(source, 'target', 'type',
 * 'User', 'alternateId')`. Lists are flat here, a list of values for each member, so it needs members that every item
 * has.
 */
export function itemOf(source: Source, list: string, where: string, is: string, member: string): string | undefined {
  const kinds = source.take(`${list}.${where}`)
  const values = source.take(`${list}.${member}`)
  if (!Array.isArray(kinds)) return kinds === is && typeof values === 'string' ? values : undefined
  if (!Array.isArray(values) || values.length !== kinds.length) return undefined
  const value = values[kinds.indexOf(is)]
  return typeof value === 'string' ? value : undefined
}
