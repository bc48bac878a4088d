// Makes the labelled lines of the patterns. The same input gives the same lines.
//
// A file of `patterns/` becomes one set. In a pattern `«slot»` is a value, `«slot2»` one of the second
// person, `«slot:type»` one with another label, `«=a|b|c»` one of some constants. `%kind` and `%count` hold for the
// lines below them: what the lines are called, and how many are made of each pattern. `⏎` is a line feed.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Identifier, LabelledLine } from './line.ts'
import { identifierOf, nameOf, type Person, readPeople, readWordNames, wordNameOf } from './people.ts'
import { type Random, randomOf } from './random.ts'
import { slotValue, tokenOf } from './values.ts'

const here = (path: string) => new URL(path, import.meta.url)
const people = readPeople(here('names.txt'))
const cultures = [...people.keys()]
const wordNames = readWordNames(here('word-names.txt'))

/** Whose turn it is in a file; a new pattern in one file leaves the lines of all others as they are. */
let turn = 0

/** The people of one line: the first of the culture whose turn it is, every other of that one or of any. */
function cast(random: Random): readonly Person[] {
  const first = cultures[turn++ % cultures.length]!
  const others = [random.int(0, 1) ? first : random.pick(cultures), random.pick(cultures)]
  return [first, ...others].map(culture => random.pick(people.get(culture)!))
}

/** One line of a pattern. */
function fill(pattern: string, kind: string, id: string, random: Random, persons: readonly Person[]): LabelledLine {
  const named = new Set<string>()
  const secrets = new Set<string>()
  const identifiers = new Map<string, Identifier>()
  let somebody = false
  const label = (type: string, text: string) => {
    identifiers.set(`${type} ${text}`, { type, text })
    return text
  }
  const text = pattern.replace(/«([^«»]+)»/g, (_, slot: string) => {
    if (slot.startsWith('=')) return random.pick(slot.slice(1).split('|'))
    const token = /^token:(.+)$/.exec(slot)
    if (token) {
      const made = tokenOf(token[1]!, random)
      secrets.add(made)
      return made
    }
    const [, name, index, argument] = /^([a-z]+)([23]?)(?::([\w-]+))?$/.exec(slot) ?? []
    if (!name) throw new Error(`no slot: ${slot}`)
    const person = persons[Number(index || 1) - 1]!
    const word = wordNameOf(wordNames, name, random)
    if (word !== undefined) {
      named.add(word)
      return word
    }
    const form = nameOf(person, name, random)
    if (form !== undefined) {
      somebody = true
      if (argument) return label(argument, form)
      named.add(form)
      return form
    }
    const identifier = identifierOf(person, name, random)
    if (identifier) {
      somebody = true
      return label(argument ?? identifier[0], identifier[1])
    }
    const value = slotValue(name, argument, random)
    if (!value) throw new Error(`no slot: ${slot}`)
    if (value.as === 'identifier') return label(value.type, value.text)
    if (value.as === 'secret') secrets.add(value.text)
    return value.text
  })
  return {
    id,
    kind,
    culture: somebody ? persons[0]!.culture : named.size > 0 ? 'words' : null,
    text: text.replaceAll('⏎', '\n'),
    persons: [...named],
    identifiers: [...identifiers.values()],
    secrets: [...secrets],
  }
}

/** Of each pattern either all lines are held out or none: nobody who works on the product looks at those. */
export const isHeldOut = (pattern: string): boolean =>
  (createHash('sha256').update(pattern).digest()[0] as number) % 2 === 1

export interface MadeLine extends LabelledLine {
  readonly set: string
  readonly heldOut: boolean
}

/** All labelled lines, set by set. */
export function* makeLines(): Iterable<MadeLine> {
  const seen = new Set<string>()
  for (const file of readdirSync(here('patterns')).sort()) {
    const set = file.replace('.txt', '')
    let kind = set
    let count = 1
    let number = 0
    turn = file.length
    for (const pattern of readFileSync(here(`patterns/${file}`), 'utf8').split('\n')) {
      const [, command, value] = /^%(kind|count) (\S+)$/.exec(pattern) ?? []
      if (command === 'kind') kind = value!
      else if (command === 'count') count = Number(value)
      if (!pattern || command || pattern.startsWith('# ')) continue
      number++
      for (let made = 0, tried = 0; made < count && tried < count * 4; tried++) {
        const random = randomOf(`${pattern}\n${tried}`)
        const line = fill(pattern, kind, `${set}-${number}-${made + 1}`, random, cast(random))
        if (seen.has(line.text)) continue
        seen.add(line.text)
        made++
        yield { ...line, set, heldOut: isHeldOut(pattern) }
      }
    }
  }
}
