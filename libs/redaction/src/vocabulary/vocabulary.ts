import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import manifest from './manifest.json' with { type: 'json' }

/** What a word of the vocabulary is besides a word: nobody's name, a rare name, a common one, or only a brand's and a person's name. */
export const WORD = { none: 0, plain: 1, rareName: 2, commonName: 3, brand: 4 } as const
export type WordKind = (typeof WORD)[keyof typeof WORD]

/** Name of the vocabulary: part of the policy's id. */
export const VOCABULARY_ID = `vocabulary:${manifest.version}+${manifest.hash.slice(0, 16)}`

/** Longest word in bytes. */
const LONGEST = 63
const NEWLINE = 0x0a
/** `0`: digits and letters are above the marks of names, except for two. */
const FIRST_LETTER = 0x30
const RARE = 0x3f
const COMMON = 0x21
const BRAND = 0x5e

/**
 * The closed vocabulary: the words that auditors may read. It is a hash table over the bytes of the file, without a
 * string per word: 95,000 words take 2 MB and 15 ms.
 */
export interface Vocabulary {
  /** What `text[start, end)` is, in any case; ASCII only, anything else is no word. */
  kindOf(text: string, start: number, end: number): WordKind
  /** The same for who knows the hash of the letters and digits: {@link SEED}, then {@link hashed} for each. */
  kindOfHashed(hash: number, text: string, start: number, end: number): WordKind
  /** Whether two words that stand beside each other are part of a known message (`account name`). Lower case. */
  isPhrase(first: string, second: string): boolean
  /** Whether a word is a noun for things that are called by a product or a kind (`cluster`), and not by their owner. Lower case. */
  isThing(word: string): boolean
}

let loaded: Vocabulary | undefined

/**
 * The vocabulary that is shipped, read when it is first needed: it never changes, and a process has one.
 * @throws Error if the files are not those that the policy's id names
 */
export function vocabulary(): Vocabulary {
  loaded ??= read()
  return loaded
}

function read(): Vocabulary {
  const words = readFileSync(new URL('words.txt', import.meta.url))
  const phrases = readFileSync(new URL('phrases.txt', import.meta.url))
  const nouns = readFileSync(new URL('things.txt', import.meta.url))
  const hash = createHash('sha256').update(words).update(phrases).update(nouns).digest('hex')
  if (hash !== manifest.hash) throw new Error('the vocabulary is not the one that the redaction policy names')
  const pairs = linesOf(phrases)
  const things = linesOf(nouns)
  const table = tableOf(words, manifest.words)
  return {
    kindOf: (text, start, end) => find(words, table, hashOf(text, start, end), text, start, end),
    kindOfHashed: (hash, text, start, end) => find(words, table, hash, text, start, end),
    isPhrase: (a, b) => pairs.has(`${a} ${b}`),
    isThing: word => things.has(word),
  }
}

const linesOf = (bytes: Buffer): ReadonlySet<string> => new Set(bytes.toString('latin1').trimEnd().split('\n'))

/** Offsets of words plus one, by hash with linear probing; at most half full. */
function tableOf(bytes: Buffer, count: number): Uint32Array {
  const size = 2 ** Math.ceil(Math.log2(count * 2))
  const table = new Uint32Array(size)
  for (let at = 0; at < bytes.length; ) {
    let hash = SEED
    let end = at
    for (let c = bytes[end] as number; c >= FIRST_LETTER && c !== BRAND && c !== RARE; c = bytes[++end] as number)
      hash = hashed(hash, c)
    let slot = mixed(hash) & (size - 1)
    while (table[slot] !== 0) slot = (slot + 1) & (size - 1)
    table[slot] = at + 1
    while (bytes[end] !== NEWLINE) end++
    at = end + 1
  }
  return table
}

/** FNV-1a, over lower case. */
export const SEED = 0x811c9dc5
const PRIME = 0x01000193
const mixed = (hash: number): number => hash ^ (hash >>> 15)

/** The hash with one more letter or digit of ASCII. Digits have the bit that makes letters small. */
export const hashed = (hash: number, c: number): number => Math.imul(hash ^ (c | 0x20), PRIME)

/** Zero for what is no word: no word of the vocabulary has that hash. */
function hashOf(text: string, start: number, end: number): number {
  let hash = SEED
  for (let i = start; i < end; i++) {
    const c = text.charCodeAt(i)
    if (c > 0x7e || c < FIRST_LETTER) return 0
    hash = hashed(hash, c)
  }
  return hash
}

function find(bytes: Buffer, table: Uint32Array, hash: number, text: string, start: number, end: number): WordKind {
  if (end - start > LONGEST || end <= start) return WORD.none
  const last = table.length - 1
  for (let slot = mixed(hash) & last; table[slot] !== 0; slot = (slot + 1) & last) {
    let at = (table[slot] as number) - 1
    let i = start
    while (i < end && bytes[at] === lower(text.charCodeAt(i))) {
      at++
      i++
    }
    if (i < end) continue
    const mark = bytes[at]
    if (mark === NEWLINE) return WORD.plain
    if (mark === RARE) return WORD.rareName
    if (mark === COMMON) return WORD.commonName
    if (mark === BRAND) return WORD.brand
  }
  return WORD.none
}

const lower = (c: number): number => (c >= 0x41 && c <= 0x5a ? c + 0x20 : c)
