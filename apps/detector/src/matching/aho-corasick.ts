/** Entries in the dense part of the table: 4 MiB. Deeper states are rarely entered and looked up by hash. */
const DENSE_ENTRIES = 1 << 20

/** Finds all occurrences of many literals in one pass over a text (Aho and Corasick, 1975). */
export interface Automaton {
  /** Calls `hit` for every occurrence, with the literal's number and the position after its end. */
  search(text: string, hit: (literal: number, end: number) => void): void
}

/** @param literals distinct and not empty; they are named by their place in this list. */
export function createAutomaton(literals: readonly string[]): Automaton {
  const alphabet = alphabetOf(literals)
  const trie = createTrie(literals, alphabet)
  const { fail, output, outputLink } = link(trie)
  const dense = denseRows(trie, fail)
  const { classes, states } = trie
  const denseStates = classes === 0 ? 0 : dense.length / classes

  const step = (from: number, symbol: number): number => {
    let state = from
    while (state >= denseStates) {
      const next = trie.child(state, symbol)
      if (next !== 0) return next
      state = fail[state]!
    }
    return dense[state * classes + symbol]!
  }

  return {
    search(text, hit) {
      if (states === 1) return
      let state = 0
      for (let i = 0; i < text.length; i++) {
        const symbol = alphabet.classOf(text.charCodeAt(i))
        if (symbol < 0) {
          state = 0
          continue
        }
        const at = state * classes + symbol
        state = state < denseStates ? dense[at]! : step(state, symbol)
        for (let s = output[state]! >= 0 ? state : outputLink[state]!; s > 0; s = outputLink[s]!) hit(output[s]!, i + 1)
      }
    },
  }
}

interface Alphabet {
  readonly size: number
  /** Number of a character, -1 when no literal has it. */
  classOf(code: number): number
}

function alphabetOf(literals: readonly string[]): Alphabet {
  const ascii = new Int16Array(128).fill(-1)
  const others = new Map<number, number>()
  let size = 0
  for (const literal of literals) {
    for (let i = 0; i < literal.length; i++) {
      const code = literal.charCodeAt(i)
      if (code < 128) {
        if (ascii[code]! < 0) ascii[code] = size++
      } else if (!others.has(code)) others.set(code, size++)
    }
  }
  return { size, classOf: code => (code < 128 ? ascii[code]! : (others.get(code) ?? -1)) }
}

interface Trie {
  readonly classes: number
  readonly states: number
  /** The next state, 0 when there is none. States are numbered breadth first from the root, 0. */
  child(state: number, symbol: number): number
  /** `[parent, symbol]` of each state, flat. */
  readonly origin: Int32Array
  /** The literal that ends in each state; -1 for none. */
  readonly ends: Int32Array
}

function createTrie(literals: readonly string[], alphabet: Alphabet): Trie {
  const classes = alphabet.size
  const total = literals.reduce((sum, literal) => sum + literal.length, 1)
  const ends = new Int32Array(total).fill(-1)
  const origin = new Int32Array(total * 2)
  const table = createTable(total)
  let states = 1
  let level = literals.map((_, literal) => ({ literal, state: 0 }))
  for (let depth = 0; level.length > 0; depth++) {
    const next: typeof level = []
    for (const { literal, state } of level) {
      const text = literals[literal]!
      if (depth === text.length) {
        ends[state] = literal
        continue
      }
      const symbol = alphabet.classOf(text.charCodeAt(depth))
      let child = table.get(state * classes + symbol)
      if (child === 0) {
        child = states++
        table.set(state * classes + symbol, child)
        origin[child * 2] = state
        origin[child * 2 + 1] = symbol
      }
      next.push({ literal, state: child })
    }
    level = next
  }
  return { classes, states, child: (state, symbol) => table.get(state * classes + symbol), origin, ends }
}

/** Maps whole numbers to whole numbers above 0; 0 means no entry. Open addressing, at most half full. */
function createTable(entries: number): { get(key: number): number; set(key: number, value: number): void } {
  const size = 2 ** Math.ceil(Math.log2(entries * 2 + 2))
  const keys = new Float64Array(size).fill(-1)
  const values = new Int32Array(size)
  const place = (key: number): number => {
    let at = (Math.imul(key ^ (key / 4294967296), 0x9e3779b1) >>> 0) & (size - 1)
    while (keys[at] !== -1 && keys[at] !== key) at = (at + 1) & (size - 1)
    return at
  }
  return {
    get: key => values[place(key)]!,
    set(key, value) {
      const at = place(key)
      keys[at] = key
      values[at] = value
    },
  }
}

function link(trie: Trie): { fail: Int32Array; output: Int32Array; outputLink: Int32Array } {
  const fail = new Int32Array(trie.states)
  const outputLink = new Int32Array(trie.states)
  for (let state = 1; state < trie.states; state++) {
    const parent = trie.origin[state * 2]!
    const symbol = trie.origin[state * 2 + 1]!
    if (parent !== 0) {
      let back = fail[parent]!
      let next = trie.child(back, symbol)
      while (next === 0 && back !== 0) {
        back = fail[back]!
        next = trie.child(back, symbol)
      }
      fail[state] = next
    }
    const suffix = fail[state]!
    outputLink[state] = trie.ends[suffix]! >= 0 ? suffix : outputLink[suffix]!
  }
  return { fail, output: trie.ends, outputLink }
}

/**
 * Complete rows for the shallowest states. A row needs only earlier rows, because a failure link leads to a shallower
 * state.
 */
function denseRows(trie: Trie, fail: Int32Array): Int32Array {
  const { classes, states } = trie
  const count = classes === 0 ? 0 : Math.min(states, Math.max(1, Math.floor(DENSE_ENTRIES / classes)))
  const rows = new Int32Array(count * classes)
  for (let state = 0; state < count; state++) {
    for (let symbol = 0; symbol < classes; symbol++) {
      const child = trie.child(state, symbol)
      rows[state * classes + symbol] = child || (state === 0 ? 0 : rows[fail[state]! * classes + symbol]!)
    }
  }
  return rows
}
