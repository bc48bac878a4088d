import { BlockList, isIP } from 'node:net'
import { fold } from './fold.ts'
import type { NumberOperator, Test, TextMode, TimePart } from './predicate.ts'
import { compileRegex } from './regex.ts'
import { ANY_RUN, compileGlob, globMatches, isLiteral, literalOf, type PatternPart } from './text-pattern.ts'

/** The values of one field of an event. Every element of an array counts. `folded` corresponds to `texts` by index. */
export interface FieldValues {
  /** Whether the field is present, even if null or empty. */
  readonly present: boolean
  readonly texts: readonly string[]
  readonly folded: readonly string[]
}

/** Whether a field's values pass; `other` reads another field of the same event. */
export type ValueTest = (values: FieldValues, other: (field: string) => FieldValues) => boolean

/** Compiles a test for repeated use. One matching element of an array is enough. */
export function compileTest(test: Test): ValueTest {
  switch (test.kind) {
    case 'text':
      return onText(compileText(test.mode, test.parts), test.cased)
    case 'regex': {
      const regex = compileRegex(test.source, test.flags)
      return values => values.texts.some(text => regex.test(text))
    }
    case 'cidr': {
      const within = inNetwork(test.network)
      return values => values.texts.some(within)
    }
    case 'number':
      return values => values.texts.some(text => compare(numberOf(text), test.operator, test.than))
    case 'time':
      return values => values.texts.some(text => compare(timePart(text, test.part), test.operator, test.than))
    case 'any':
      return values => values.texts.length > 0
    case 'null':
      return values => values.texts.length === 0
    case 'exists':
      return values => values.present === test.wanted
    case 'fieldref':
      return (values, other) => {
        const [mine, theirs] = test.cased
          ? [values.texts, other(test.other).texts]
          : [values.folded, other(test.other).folded]
        return mine.some(a => theirs.some(b => compareText(test.mode, a, b)))
      }
  }
}

const onText =
  (fits: (text: string) => boolean, cased: boolean): ValueTest =>
  values =>
    (cased ? values.texts : values.folded).some(fits)

function compareText(mode: TextMode, text: string, literal: string): boolean {
  switch (mode) {
    case 'equals':
      return text === literal
    case 'contains':
      return text.includes(literal)
    case 'startswith':
      return text.startsWith(literal)
    case 'endswith':
      return text.endsWith(literal)
  }
}

function compileText(mode: TextMode, parts: readonly PatternPart[]): (text: string) => boolean {
  if (isLiteral(parts)) {
    const literal = literalOf(parts)
    return text => compareText(mode, text, literal)
  }
  const open: readonly PatternPart[] = mode === 'contains' || mode === 'endswith' ? [ANY_RUN, ...parts] : parts
  const glob = compileGlob(mode === 'contains' || mode === 'startswith' ? [...open, ANY_RUN] : open)
  return text => globMatches(glob, text)
}

/** Folds the literal parts of a pattern. */
export const foldParts = (parts: readonly PatternPart[]): readonly PatternPart[] =>
  parts.map(part => (typeof part === 'string' ? fold(part) : part))

function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}

function compare(value: number, operator: NumberOperator | 'eq', than: number): boolean {
  switch (operator) {
    case 'gt':
      return value > than
    case 'gte':
      return value >= than
    case 'lt':
      return value < than
    case 'lte':
      return value <= than
    case 'eq':
      return value === than
  }
}

/** A part of a point in time, in UTC; NaN if the text is not a time. Weeks are ISO 8601 weeks. */
function timePart(text: string, part: TimePart): number {
  const date = new Date(/^\d{9,13}$/.test(text) ? Number(text) * (text.length <= 10 ? 1_000 : 1) : text)
  if (Number.isNaN(date.getTime())) return Number.NaN
  switch (part) {
    case 'minute':
      return date.getUTCMinutes()
    case 'hour':
      return date.getUTCHours()
    case 'day':
      return date.getUTCDate()
    case 'week':
      return isoWeek(date)
    case 'month':
      return date.getUTCMonth() + 1
    case 'year':
      return date.getUTCFullYear()
  }
}

function isoWeek(date: Date): number {
  const day = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()))
  day.setUTCDate(day.getUTCDate() + 4 - (day.getUTCDay() || 7))
  const first = Date.UTC(day.getUTCFullYear(), 0, 1)
  return Math.ceil(((day.getTime() - first) / 86_400_000 + 1) / 7)
}

/** @throws Error if `network` is not a network in CIDR form (IPv4 or IPv6). */
export function inNetwork(network: string): (address: string) => boolean {
  const [base = '', bits, ...rest] = network.split('/')
  const family = isIP(base)
  const prefix = bits === undefined ? (family === 4 ? 32 : 128) : /^\d{1,3}$/.test(bits) ? Number(bits) : -1
  if (family === 0 || rest.length > 0 || prefix < 0 || prefix > (family === 4 ? 32 : 128))
    throw new Error('not a network')
  const list = new BlockList()
  list.addSubnet(base, prefix, family === 4 ? 'ipv4' : 'ipv6')
  return address => {
    const kind = isIP(address)
    return kind !== 0 && list.check(address, kind === 4 ? 'ipv4' : 'ipv6')
  }
}
