import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { directAnswers } from '../alerts/matched-conditions.ts'
import { compileDetection } from '../sigma/detection.ts'
import { type Expression, holds } from '../sigma/expression.ts'
import { type LocatedMap, readYaml } from '../sigma/located-yaml.ts'
import { viewOf } from './event-view.ts'
import { createMatcher } from './matcher.ts'

type Fields = Record<string, unknown>
const detection = (selections: object, condition: string): Expression =>
  compileDetection(readYaml(JSON.stringify({ ...selections, condition }))[0]!.root as LocatedMap)
const payloadOf = (fields: Fields) => ({ source_fields: fields, event: { http: { code: 404 } } })
const naive = (expression: Expression, fields: Fields): boolean =>
  holds(expression, directAnswers(viewOf(payloadOf(fields))))

const field = fc.constantFrom('Image', 'CommandLine', 'Port', 'a.b', 'tags')
/** A small alphabet, so that values and patterns often match. It includes characters with unusual case rules. */
const letters = fc.constantFrom('a', 'A', 'b', 'c', '\\', '.', '-', '/', 'ß', 'ſ', 'Σ', 'ς', 'İ', 'é', '😀')
const word = fc.array(letters, { maxLength: 8 }).map(l => l.join(''))
const pattern = fc
  .array(fc.oneof(letters, fc.constantFrom('*', '?', '\\*', '\\\\')), { minLength: 1, maxLength: 6 })
  .map(l => l.join(''))

const item = fc.oneof(
  fc
    .tuple(
      field,
      fc.constantFrom(
        '',
        '|contains',
        '|startswith',
        '|endswith',
        '|contains|all',
        '|cased',
        '|contains|cased',
        '|neq',
        '|windash|contains',
      ),
      fc.array(pattern, { minLength: 1, maxLength: 3 }),
    )
    .map(([f, m, v]) => ({ [f + m]: v })),
  fc
    .tuple(
      field,
      fc.constantFrom('a+b', '^a', 'c$', '(ab|c)', 'a.c', 'ab', 'bc?a', '[ab]c', 'a{2,3}', 'b|c', 'ab\\.c'),
      fc.constantFrom('|re', '|re|i'),
    )
    .map(([f, r, m]) => ({ [f + m]: r })),
  fc.tuple(field, fc.constantFrom('|gt', '|lte'), fc.integer({ min: 0, max: 9 })).map(([f, m, n]) => ({ [f + m]: n })),
  field.map(f => ({ [f]: null })),
  fc.tuple(field, fc.boolean()).map(([f, b]) => ({ [`${f}|exists`]: b })),
  fc.tuple(field, field, fc.constantFrom('', '|contains')).map(([f, g, m]) => ({ [`${f}|fieldref${m}`]: g })),
  field.map(f => ({ [f]: '*' })),
  field.map(f => ({ [f]: '' })),
)
const selection = fc.oneof(
  fc.array(item, { minLength: 1, maxLength: 3 }).map(items => Object.assign({}, ...items) as object),
  fc.array(pattern, { minLength: 1, maxLength: 2 }),
  fc.array(item, { minLength: 1, maxLength: 2 }),
)
const condition = fc.constantFrom(
  's1',
  'not s1',
  's1 and s2',
  's1 or s2',
  's1 and not s2',
  'not (s1 or s2)',
  '1 of s*',
  'all of s*',
  'all of them',
  's1 or not s2',
  's1 and (s2 or not s1)',
)
const rule = fc.tuple(selection, selection, condition).map(([s1, s2, c]) => detection({ s1, s2 }, c))
const leaf = fc.oneof(word, fc.integer({ min: 0, max: 12 }), fc.boolean(), fc.constant(null))
const event = fc
  .dictionary(
    fc.constantFrom('Image', 'CommandLine', 'Port', 'tags', 'other'),
    fc.oneof(leaf, fc.array(leaf, { maxLength: 3 })),
    { maxKeys: 4 },
  )
  .chain(fields => fc.option(fc.record({ b: leaf }), { nil: undefined }).map(a => (a ? { ...fields, a } : fields)))

describe('the shared matcher', () => {
  it('gives the same result for every rule as evaluating that rule alone', () => {
    fc.assert(
      fc.property(
        fc.array(rule, { minLength: 1, maxLength: 12 }),
        fc.array(event, { minLength: 1, maxLength: 6 }),
        (rules, events) => {
          const matcher = createMatcher(rules)
          for (const fields of events) {
            const expected = rules.flatMap((expression, i) => (naive(expression, fields) ? [i] : []))
            expect(matcher.match(payloadOf(fields))).toEqual(expected)
          }
        },
      ),
      { numRuns: 1_500 },
    )
  })

  it('carries nothing over from one event to the next', () => {
    const matcher = createMatcher([detection({ s: { a: 'x' } }, 's'), detection({ s: { a: null } }, 's')])
    expect([{ a: 'x' }, {}, { a: 'y' }, { a: 'X' }].map(fields => matcher.match(payloadOf(fields)))).toEqual([
      [0],
      [1],
      [],
      [0],
    ])
  })

  it('finds a literal anywhere in a long value and in any element of an array', () => {
    const matcher = createMatcher([detection({ s: { a: ['*needle*'] } }, 's')])
    expect(matcher.match(payloadOf({ a: `${'x'.repeat(30_000)}NEEDLE${'y'.repeat(2_000)}` }))).toEqual([0])
    expect(matcher.match(payloadOf({ a: ['no', { deep: ['the needle'] }] }))).toEqual([0])
  })

  it('reads dotted names of the normalized event if the source has no such field', () => {
    const matcher = createMatcher([detection({ s: { 'http.code': 404 } }, 's')])
    expect(matcher.match(payloadOf({}))).toEqual([0])
    expect(matcher.match(payloadOf({ 'http.code': 200 }))).toEqual([])
  })

  it('evaluates a predicate shared by many rules once', () => {
    const rules = Array.from({ length: 500 }, (_, i) => detection({ s: { a: 'x' }, t: { b: `v${i}` } }, 's and t'))
    expect(createMatcher(rules).match(payloadOf({ a: 'x', b: 'v77' }))).toEqual([77])
  })
})
