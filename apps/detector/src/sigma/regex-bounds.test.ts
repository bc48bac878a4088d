import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { RE2JS } from 're2js'
import { compileRegex } from './regex.ts'
import { copiesIn, MAX_PROGRAM, MAX_STEPS, MAX_VALUE, reachOf } from './regex-bounds.ts'
import { RuleFault } from './rule-fault.ts'

const codeOf = (source: string, flags = ''): string | undefined => {
  try {
    compileRegex(source, flags)
    return undefined
  } catch (error) {
    if (error instanceof RuleFault) return error.code
    throw error
  }
}

const atom = fc.constantFrom(
  'a',
  'b',
  '.',
  '\\d',
  '\\pL',
  '[a-c]',
  '[^\\]{5}x]',
  '[[:alpha:]{9}]',
  '\\.',
  'é',
  '^',
  '$',
  '\\{',
)
const count = fc.integer({ min: 0, max: 60 })
const quantifier = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  fc.constantFrom('*', '+', '?', '*?', '{2}', '{3,}', '{0,7}?'),
  fc.tuple(count, count).map(([a, b]) => `{${Math.min(a, b)},${Math.max(a, b)}}`),
  count.map(n => `{${n}}`),
  count.map(n => `{${n},}`),
)
const { pattern } = fc.letrec<{ pattern: string; piece: string }>(tie => ({
  piece: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    atom,
    tie('pattern').map(inner => `(${inner})`),
    tie('pattern').map(inner => `(?:${inner})`),
    tie('pattern').map(inner => `(?i:${inner})`),
    fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `(${a}|${b})`),
  ),
  pattern: fc
    .array(fc.tuple(tie('piece'), quantifier), { minLength: 1, maxLength: 4 })
    .map(pieces => pieces.map(([piece, times]) => piece + times).join('')),
}))
const text = fc
  .tuple(
    fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1', ' ', 'é', '.'), maxLength: 40 }),
    fc.integer({ min: 0, max: 2_000 }),
  )
  .map(([part, times]) => part.repeat(times).slice(0, 40_000))

describe('the work of one regular expression', () => {
  it('is bounded for any pattern and text: instructions times characters', () => {
    fc.assert(
      fc.property(pattern, text, (source, value) => {
        let regex: ReturnType<typeof compileRegex>
        try {
          regex = compileRegex(source, '')
        } catch (error) {
          return expect((error as RuleFault).code).toMatch(/^regex_(too_large|unsupported)$/)
        }
        expect(regex.program).toBeLessThanOrEqual(MAX_PROGRAM)
        expect(regex.program * Math.min(value.length, regex.reach)).toBeLessThanOrEqual(MAX_STEPS)
        expect(regex.test(value)).toBe(RE2JS.compile(source).test(value.slice(0, regex.reach)))
      }),
      { numRuns: 300 },
    )
  })

  it('is estimated before compiling, and never underestimated by as much as the slack', () => {
    fc.assert(
      fc.property(pattern, source => {
        const copies = copiesIn(source)
        if (copies > 20_000) return
        let program = 0
        try {
          program = RE2JS.compile(source).programSize()
        } catch {
          return
        }
        expect(program).toBeLessThanOrEqual(4 * copies + 8)
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    ['[\\pL\\pN]{1,900}!'],
    ['(a{50}){19}(b{50}){9}'],
    ['((a{10}){10}){9}b'],
    ['.{1000}'.repeat(500)],
    ['(?:a?){1000}'.repeat(300)],
    ['(x|y){600}'],
    [`(?i)${'\\pL'.repeat(300)}`],
  ])('refuses %s as too large immediately', source => {
    expect(codeOf(source)).toBe('regex_too_large')
  })

  it("accepts what SigmaHQ's rules need", () => {
    expect(codeOf('.{1000,}')).toBeUndefined()
    expect(compileRegex('.{1000,}', '').test('x'.repeat(1_000))).toBe(true)
    expect(compileRegex('(.){200,}', '').reach).toBeGreaterThan(4_000)
    expect(compileRegex('a.{0,30}b', '').reach).toBe(MAX_VALUE)
  })

  it('reads only the beginning of a text that is longer than its reach', () => {
    const large = compileRegex('.{500}needle', '')
    expect(large.reach).toBe(reachOf(large.program))
    expect(large.test(`${'x'.repeat(large.reach - 6)}needle`)).toBe(true)
    expect(large.test(`${'x'.repeat(large.reach)}needle`)).toBe(false)
  })
})
