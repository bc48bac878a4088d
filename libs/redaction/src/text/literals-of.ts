import { type Literal, rarityOf } from './literal-scan.ts'

/** What is known of a part of an expression. */
interface Part {
  /** All texts that it matches, if they are few. */
  readonly exact?: readonly string[]
  /** Texts with one of which every match begins. */
  readonly first?: readonly string[]
  /** Of each of these, every match holds at least one text; the one that says most stands first. */
  readonly held: readonly Texts[]
}
type Texts = readonly string[]

/** A longer list of texts that may stand somewhere is cut in two. */
const MOST = 40
/** A second set of texts is looked for if all of it are at least so rare. */
const SECOND_RARITY = 28

/** Literals of which at least one stands in a text. */
export type Clause = readonly Literal[]
/** All of them are fulfilled. */
export type Clauses = readonly Clause[]

/**
 * What every text that an expression matches holds, as a pre-scan may look for it: one of the ways, with a literal of
 * each of its clauses. It is read from the expression itself, so that it cannot differ from it. Knows the syntax that
 * `patterns` uses.
 * @throws RangeError if a way has no literals of at least two characters.
 */
export function literalsOf(pattern: RegExp): readonly Clauses[] {
  const { source } = pattern
  let at = 0

  function branches(): Part[] {
    const parts = [sequence()]
    while (source[at] === '|') {
      at++
      parts.push(sequence())
    }
    return parts
  }

  function alternatives(): Part {
    const parts = branches()
    if (parts.length === 1) return parts[0] as Part
    const exact = parts.every(part => part.exact) ? [...new Set(parts.flatMap(part => part.exact ?? []))] : undefined
    const held = parts.every(part => part.held[0]) ? [[...new Set(parts.flatMap(part => part.held[0] ?? []))]] : []
    const first = [...new Set(parts.flatMap(part => part.first ?? part.exact ?? ['']))]
    return { first, held, ...(exact && exact.length <= MOST && { exact }) }
  }

  function sequence(): Part {
    let run: readonly string[] = ['']
    const held: Texts[] = []
    let first: readonly string[] | undefined
    const offer = (...all: readonly Texts[]): void => {
      for (const texts of all) if (shortest(texts) > 0) held.push(texts)
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
      offer(joined, ...(part.exact ? [part.exact] : part.held))
      run = ['']
    }
    offer(run)
    held.sort((a, b) => worth(b) - worth(a))
    return { first: first ?? run, held, ...(first === undefined && { exact: run }) }
  }

  function atom(): Part {
    const c = source[at++] as string
    if (c === '(') return group()
    if (c === '[') return characters()
    if (c === '.') return ANYTHING
    if (c === '^' || c === '$') return exactly([''])
    if (c !== '\\') return exactly([c])
    const escaped = source[at++] as string
    if (escaped === 'b' || escaped === 'B') return exactly([''])
    return /[a-zA-Z0-9]/.test(escaped) ? ANYTHING : exactly([escaped])
  }

  function group(): Part {
    const opening = /^\?(?:[:=!]|<[=!])/.exec(source.slice(at, at + 3))?.[0] ?? ''
    at += opening.length
    const inner = alternatives()
    at++
    if (opening === '' || opening === '?:') return inner
    // What must stand before or behind a place stands in the text too.
    const held = inner.exact && shortest(inner.exact) > 0 ? [inner.exact] : inner.held
    return opening.endsWith('=') && held.length > 0 ? { first: [''], held } : exactly([''])
  }

  function characters(): Part {
    const start = at
    while (source[at] !== ']') at += source[at] === '\\' ? 2 : 1
    const members = source.slice(start, at++)
    return members.length <= 4 && !/[\\^]|.-./.test(members) ? exactly([...members]) : ANYTHING
  }

  function quantified(part: Part): Part {
    if (source[at] === '?') {
      at++
      return part.exact ? exactly([...new Set([...part.exact, ''])]) : ANYTHING
    }
    const range = /^\{(\d+)(?:,\d*)?\}/.exec(source.slice(at))
    if (!range) return part
    at += range[0].length
    if (Number(range[1]) === 0) return ANYTHING
    const held = part.exact && shortest(part.exact) > 0 ? [part.exact] : part.held
    return { first: part.exact ?? part.first ?? [''], held }
  }

  return branches().map(({ held }) => {
    const [best] = held
    const second = held.find(texts => texts.join() !== best?.join())
    if (!best || shortest(best) < 2) throw new RangeError(`No literals in ${source}`)
    const clauses = second && worth(second) >= SECOND_RARITY ? [best, second] : [best]
    return clauses.map(texts => literalsIn(texts, pattern.ignoreCase))
  })
}

const ANYTHING: Part = { held: [] }
const exactly = (exact: Texts): Part => ({ exact, held: [] })

/** Where a text stands, one that it holds stands too: the longer is left out. */
function literalsIn(given: Texts, ignoreCase: boolean): readonly Literal[] {
  const texts = [...new Set(given.map(text => (ignoreCase ? text.toLowerCase() : text)))]
  return texts
    .filter(text => !texts.some(other => other !== text && other.length > 1 && text.includes(other)))
    .map(literal => ({ literal, ignoreCase }))
}

/** How much the place of one of these texts says: as much as that of the commonest, and nothing if one is too short. */
const worth = (texts: Texts): number => (shortest(texts) < 2 ? 0 : Math.min(...texts.map(rarityOf)))
const shortest = (texts: Texts): number => Math.min(...texts.map(text => text.length))
