import type { Literal } from './literal-scan.ts'

/** What is known of a part of an expression. */
interface Part {
  /** All texts that it matches, if they are few. */
  readonly exact?: readonly string[]
  /** Texts with one of which every match begins. */
  readonly first?: readonly string[]
  /** Texts of which every match holds one. */
  readonly best?: readonly string[]
}

const MOST = 160

/**
 * Texts of which every match of an expression holds at least one: what a pre-scan may look for. They are read from the
 * expression itself, so that they cannot differ from it. Knows the syntax that `patterns` uses.
 * @throws RangeError if there are none of at least two characters.
 */
export function literalsOf(pattern: RegExp): readonly Literal[] {
  const { source } = pattern
  let at = 0

  function alternatives(): Part {
    const parts = [sequence()]
    while (source[at] === '|') {
      at++
      parts.push(sequence())
    }
    if (parts.length === 1) return parts[0] as Part
    const exact = parts.every(part => part.exact) ? [...new Set(parts.flatMap(part => part.exact ?? []))] : undefined
    const best = parts.every(part => part.best) ? [...new Set(parts.flatMap(part => part.best ?? []))] : undefined
    const first = [...new Set(parts.flatMap(part => part.first ?? part.exact ?? ['']))]
    return { first, ...(exact && exact.length <= MOST && { exact }), ...(best && { best }) }
  }

  function sequence(): Part {
    let run: readonly string[] = ['']
    let best: readonly string[] | undefined
    let first: readonly string[] | undefined
    const offer = (texts: readonly string[] | undefined): void => {
      if (texts && shortest(texts) > 0 && (!best || shortest(texts) > shortest(best))) best = texts
    }
    while (at < source.length && source[at] !== '|' && source[at] !== ')') {
      const part = quantified(atom())
      const next = part.exact ?? part.first ?? ['']
      const joined = run.length * next.length <= MOST ? run.flatMap(text => next.map(more => text + more)) : run
      if (part.exact && joined !== run) {
        run = joined
        continue
      }
      first ??= joined
      offer(joined)
      offer(part.best)
      run = ['']
    }
    offer(run)
    return { first: first ?? run, ...(first === undefined && { exact: run }), ...(best && { best }) }
  }

  function atom(): Part {
    const c = source[at++] as string
    if (c === '(') return group()
    if (c === '[') return characters()
    if (c === '.') return {}
    if (c === '^' || c === '$') return { exact: [''] }
    if (c !== '\\') return { exact: [c] }
    const escaped = source[at++] as string
    if (escaped === 'b' || escaped === 'B') return { exact: [''] }
    return /[a-zA-Z0-9]/.test(escaped) ? {} : { exact: [escaped] }
  }

  function group(): Part {
    const opening = /^\?(?:[:=!]|<[=!])/.exec(source.slice(at, at + 3))?.[0] ?? ''
    at += opening.length
    const inner = alternatives()
    at++
    return opening === '' || opening === '?:' ? inner : { exact: [''] }
  }

  function characters(): Part {
    const start = at
    while (source[at] !== ']') at += source[at] === '\\' ? 2 : 1
    const members = source.slice(start, at++)
    return members.length <= 4 && !/[\\^]|.-./.test(members) ? { exact: [...members] } : {}
  }

  function quantified(part: Part): Part {
    if (source[at] === '?') {
      at++
      return part.exact ? { exact: [...new Set([...part.exact, ''])] } : {}
    }
    const range = /^\{(\d+)(?:,\d*)?\}/.exec(source.slice(at))
    if (!range) return part
    at += range[0].length
    const best = part.best ?? part.exact
    if (Number(range[1]) === 0) return {}
    return { first: part.exact ?? part.first ?? [''], ...(best && shortest(best) > 0 && { best }) }
  }

  const { best } = alternatives()
  if (!best || shortest(best) < 2) throw new RangeError(`No literals in ${source}`)
  const { ignoreCase } = pattern
  const texts = [...new Set(best.map(text => (ignoreCase ? text.toLowerCase() : text)))]
  // Where a text stands, one that it holds stands too.
  return texts
    .filter(text => !texts.some(other => other !== text && other.length > 1 && text.includes(other)))
    .map(literal => ({ literal, ignoreCase }))
}

const shortest = (texts: readonly string[]): number => Math.min(...texts.map(text => text.length))
