import { isIP } from 'node:net'
import { readTimestamp } from '../normalize/timestamps.ts'

/** An index of beginnings of text: see `Marks.heads`. A look-up walks at most as many tokens as the longest of them. */
export interface Heads<T> {
  /** What the beginnings of `text` name, the longest first. */
  find(text: string): readonly T[]
}

interface Node<T> {
  readonly literals: Map<string, Node<T>>
  readonly classes: Map<string, Node<T>>
  readonly ends: T[]
}

const node = <T>(): Node<T> => ({ literals: new Map(), classes: new Map(), ends: [] })
const PIECE = /<(?:t|n|w|ip|q)>|\d+|[A-Za-z]\w*|[ ]+|[\s\S]/g
const DIGITS = /\d+/y
const WORD = /[A-Za-z]\w*/y
const BLANK = / +/y
const ADDRESS = /[0-9A-Fa-f:.]{2,45}/y
const QUOTED = /"[^"]{0,256}"/y
/** Bounds the work on a text, whatever the beginnings are. */
const MAX_STEPS = 256

export function createHeads<T>(entries: Iterable<readonly [string, T]>): Heads<T> {
  const root = node<T>()
  for (const [head, value] of entries) {
    let at = root
    for (const [piece] of head.matchAll(PIECE)) {
      const isClass = piece.length > 2 && piece.startsWith('<') && piece.endsWith('>')
      const children = isClass ? at.classes : at.literals
      const key = piece.trim() === '' && piece !== '\t' ? ' ' : piece
      let next = children.get(key)
      if (!next) {
        next = node<T>()
        children.set(key, next)
      }
      at = next
    }
    at.ends.push(value)
  }
  return {
    find(text) {
      const found: { depth: number; value: T }[] = []
      walk(root, text, 0, 0, found, { steps: MAX_STEPS })
      return found.length < 2 ? found.map(f => f.value) : found.sort((a, b) => b.depth - a.depth).map(f => f.value)
    },
  }
}

function walk<T>(
  at: Node<T>,
  text: string,
  from: number,
  depth: number,
  found: { depth: number; value: T }[],
  budget: { steps: number },
): void {
  if (budget.steps-- <= 0) return
  for (const value of at.ends) found.push({ depth, value })
  if (at.literals.size > 0) {
    const end = tokenEnd(text, from)
    const next = end > from ? at.literals.get(text[from] === ' ' ? ' ' : text.slice(from, end)) : undefined
    if (next) walk(next, text, end, depth + 2, found, budget)
  }
  for (const [name, next] of at.classes) {
    const end = classEnd(name, text, from)
    if (end > from) walk(next, text, end, depth + 1, found, budget)
  }
}

function stickyEnd(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex : from
}

function tokenEnd(text: string, from: number): number {
  const c = text.charCodeAt(from)
  if (Number.isNaN(c)) return from
  if (c >= 48 && c <= 57) return stickyEnd(DIGITS, text, from)
  if ((c >= 65 && c <= 90) || (c >= 97 && c <= 122)) return stickyEnd(WORD, text, from)
  return c === 32 ? stickyEnd(BLANK, text, from) : from + 1
}

function classEnd(name: string, text: string, from: number): number {
  if (name === '<n>') return stickyEnd(DIGITS, text, from)
  if (name === '<w>') return stickyEnd(WORD, text, from)
  if (name === '<q>') return stickyEnd(QUOTED, text, from)
  if (name === '<ip>') {
    const end = stickyEnd(ADDRESS, text, from)
    return isIP(text.slice(from, end)) ? end : from
  }
  const time = readTimestamp(text.slice(from, from + 64))
  return time ? from + time.length : from
}
