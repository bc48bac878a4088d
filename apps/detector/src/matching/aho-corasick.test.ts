import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createAutomaton } from './aho-corasick.ts'

const found = (literals: readonly string[], text: string): string[] => {
  const hits: string[] = []
  createAutomaton(literals).search(text, (literal, end) => hits.push(`${literals[literal]}@${end}`))
  return hits.sort()
}
const expected = (literals: readonly string[], text: string): string[] =>
  literals
    .flatMap(literal =>
      Array.from({ length: text.length + 1 }, (_, end) => end).flatMap(end =>
        text.slice(0, end).endsWith(literal) ? [`${literal}@${end}`] : [],
      ),
    )
    .sort()

describe('the automaton', () => {
  it('finds every occurrence of every literal, including overlapping ones', () => {
    expect(found(['he', 'she', 'hers', 'his'], 'ushers')).toEqual(['he@4', 'hers@6', 'she@4'])
    expect(found(['a', 'aa', 'aaa'], 'aaa')).toEqual(expected(['a', 'aa', 'aaa'], 'aaa'))
  })

  it('finds what a plain search finds', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'ä', '\\', '€'), maxLength: 40 })
    const literal = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'ä', '\\', '€'), minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(fc.uniqueArray(literal, { minLength: 1, maxLength: 30 }), text, (literals, haystack) => {
        expect(found(literals, haystack)).toEqual(expected(literals, haystack))
      }),
    )
  })

  it('still finds everything when its dense table is full', () => {
    const literals = Array.from(
      { length: 20_000 },
      (_, i) => `${(i * 7919) % 20_011}-pattern-number-${i}-${'xyz'.repeat(3)}`,
    )
    const text = `..${literals[3]}..${literals[19_999]}${literals[12_345]}`
    expect(found(literals, text)).toEqual(
      expect.arrayContaining(
        [literals[3], literals[19_999], literals[12_345]].map(l => `${l}@${text.indexOf(l!) + l!.length}`),
      ),
    )
  })
})
