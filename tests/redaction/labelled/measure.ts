// What the redaction finds of the labelled lines, and what it leaves alone.
import type { Redactor } from '../../../libs/redaction/src/index.ts'
import type { LabelledLine } from './line.ts'

/** Of so many, so many. */
export interface Share {
  of: number
  is: number
}

export interface Figures {
  /** Persons of whose names no word is left. */
  readonly persons: Share
  readonly identifiers: Share
  readonly secrets: Share
  /** Words that no label covers and that are still there. */
  readonly constants: Share
  /** Lines that are the same as before. */
  readonly unchanged: Share
}

export const noFigures = (): Figures => ({
  persons: { of: 0, is: 0 },
  identifiers: { of: 0, is: 0 },
  secrets: { of: 0, is: 0 },
  constants: { of: 0, is: 0 },
  unchanged: { of: 0, is: 0 },
})

export interface Measured {
  readonly text: string
  /** Labels of which something is left. */
  readonly left: { readonly persons: string[]; readonly identifiers: string[]; readonly secrets: string[] }
  /** Constant words that are gone. */
  readonly lost: string[]
}

const PSEUDONYM = /[a-z]+:\d+~[a-z2-7]{16,}/g
const MARKER = /\[secret:[a-z_]+\]/g
const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}]{2,}/gu) ?? []

function counted(list: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of list) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}

/** Redacts one line and adds to the figures. */
export function measure(line: LabelledLine, redactor: Redactor, figures: Figures): Measured {
  const text = redactor.text(line.text)
  const bare = text.replace(PSEUDONYM, ' ').replace(MARKER, ' ')
  const labels = [...line.persons, ...line.identifiers.map(({ text: t }) => t), ...line.secrets]
  const constants = counted(
    words(labels.sort((a, b) => b.length - a.length).reduce((rest, l) => rest.replaceAll(l, ' '), line.text)),
  )
  const after = counted(words(bare))
  /** A word of a label is left where it occurs more often than as a constant of the line. */
  const wordLeft = (label: string) => words(label).some(word => (after.get(word) ?? 0) > (constants.get(word) ?? 0))
  const isLeft = (label: string) => bare.toLowerCase().includes(label.toLowerCase())
  const persons = line.persons.filter(wordLeft)
  const identifiers = line.identifiers.map(({ text: t }) => t).filter(isLeft)
  const secrets = line.secrets.filter(isLeft)
  add(figures.persons, line.persons.length, persons.length)
  add(figures.identifiers, line.identifiers.length, identifiers.length)
  add(figures.secrets, line.secrets.length, secrets.length)
  const lost: string[] = []
  for (const [word, count] of constants) {
    const kept = Math.min(count, after.get(word) ?? 0)
    figures.constants.of += count
    figures.constants.is += kept
    if (kept < count) lost.push(word)
  }
  add(figures.unchanged, 1, text === line.text ? 0 : 1)
  return { text, left: { persons, identifiers, secrets }, lost }
}

function add(share: Share, of: number, missed: number): void {
  share.of += of
  share.is += of - missed
}

export const percent = ({ of, is }: Share): string => (of === 0 ? '–' : ((100 * is) / of).toFixed(2))
