import { expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createLiteralScan } from './literal-scan.ts'
import { literalsOf } from './literals-of.ts'

const textsOf = (pattern: RegExp): string[] => literalsOf(pattern).map(({ literal }) => literal)

it.each<[RegExp, string[]]>([
  [/abc/, ['abc']],
  [/abc|x1/, ['abc', 'x1']],
  [/(?<![a-z])pass(?:word)?\s{1,4}=/i, ['pass']],
  [/[/-]p:/, ['/p:', '-p:']],
  [/--?token/, ['-token']],
  [/\$(?:1|2[ab]?|pbkdf2[\w-]{0,9})\$/, ['$1', '$2', '$pbkdf2']],
  [/\d{3}(?:ab|cd){2}[xyz]{0,4}/, ['ab', 'cd']],
  [/COOKIE/i, ['cookie']],
])('%s holds %j', (pattern, texts) => {
  expect(textsOf(pattern).sort()).toEqual(
    texts.filter(text => !texts.some(other => other !== text && text.includes(other))).sort(),
  )
})

it.each([/\d{4}/, /a[bc]{0,3}/, /(?:long|\d)x?/])('%s is refused, for nothing is sure', pattern => {
  expect(() => literalsOf(pattern)).toThrow(RangeError)
})

it('finds what indexOf finds', () => {
  const unit = fc.constantFrom('a', 'b', 'A', 'ä', 'Ä', 'п', 'П')
  const literal = fc.string({ unit, minLength: 2, maxLength: 3 })
  fc.assert(
    fc.property(
      fc.array(literal, { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      fc.string({ unit }),
      (literals, ignoreCase, text) => {
        const found: string[] = []
        createLiteralScan(literals.map(literal => ({ literal, ignoreCase })))(text, (n, at) => found.push(`${n}@${at}`))
        const fold = (value: string): string => (ignoreCase ? value.toLowerCase() : value)
        const wanted = literals.flatMap((literal, n) =>
          [...text].flatMap((_, at) => (fold(text).startsWith(fold(literal), at) ? [`${n}@${at}`] : [])),
        )
        expect(found.sort()).toEqual(wanted.sort())
      },
    ),
  )
})
