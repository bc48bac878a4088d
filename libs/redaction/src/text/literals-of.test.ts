import { expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createLiteralScan } from './literal-scan.ts'
import { literalsOf } from './literals-of.ts'

const textsOf = (pattern: RegExp): string[][][] =>
  literalsOf(pattern).map(way => way.map(clause => clause.map(({ literal }) => literal).sort()))

it.each<[RegExp, string[][][]]>([
  [/abc/, [[['abc']]]],
  [/abc|x1/, [[['abc']], [['x1']]]],
  [/(?:abc|abcd|x1)y/, [[['abcy', 'abcdy', 'x1y'].sort()]]],
  [/(?<![a-z])pass(?:word)?\s{1,4}=/i, [[['pass']]]],
  [/[/-]p:/, [[['-p:', '/p:']]]],
  [/--?token/, [[['-token']]]],
  [/\$(?:1|2[ab]?|pbkdf2[\w-]{0,9})\$/, [[['$1', '$2', '$pbkdf2']]]],
  [/\d{3}(?:ab|cd){2}[xyz]{0,4}/, [[['ab', 'cd']]]],
  [/COOKIE/i, [[['cookie']]]],
  [/net1?(?:\.exe)?\s{1,4}use\s/, [[['use'], ['net']]]],
  [/create\s(?:user|role)\s\d{1,3}\sof/, [[['create'], ['role', 'user']]]],
  [/create\s{1,4}it/, [[['create']]]],
  [/p(?:ass|w)\s{1,4}(?:is|was)\s/, [[['pass', 'pw']]]],
  [/(?<=arn:aws:\d{1,4})x(?!never)/, [[['arn:aws:']]]],
  [/(?<![a-z])x\s{1,4}[^\s](?=CMD|LIST)/, [[['CMD', 'LIST']]]],
])('%s holds %j', (pattern, texts) => {
  expect(textsOf(pattern)).toEqual(texts)
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
