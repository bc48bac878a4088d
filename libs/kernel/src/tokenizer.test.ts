import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { TEXT_SEARCH_CASES } from './testing/text-search-cases.ts'
import { foldText, indexTokens, MAX_TOKEN_LENGTH, queryTokens } from './tokenizer.ts'

const finds = (text: string, query: string): boolean => {
  const tokens = new Set(indexTokens(text))
  return queryTokens(query).every(token => tokens.has(token))
}

describe('free text', () => {
  it.each(TEXT_SEARCH_CASES.map(c => [c.found ? 'finds' : 'misses', c.query, c.text] as const))(
    'a search %s %j in %j',
    (expected, query, text) => {
      expect(finds(text, query)).toBe(expected === 'finds')
    },
  )

  it('has about a hundred shared cases', () => {
    expect(TEXT_SEARCH_CASES.length).toBeGreaterThanOrEqual(100)
  })
})

describe('tokens', () => {
  const anyText = fc.string({ unit: 'grapheme', maxLength: 200 })

  it('every text is found by its whole text, and by each of its words', () => {
    fc.assert(
      fc.property(anyText, text => {
        expect(finds(text, text)).toBe(true)
        for (const word of text.split(/\s+/)) expect(finds(text, word)).toBe(true)
      }),
    )
  })

  it('are folded, distinct, never empty, without blanks, and at most 128 long', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), text => {
        const tokens = indexTokens(text)
        expect(new Set(tokens).size).toBe(tokens.length)
        for (const token of tokens) {
          expect(token.length).toBeGreaterThan(0)
          expect(token.length).toBeLessThanOrEqual(MAX_TOKEN_LENGTH)
          expect(token).not.toMatch(/[\s\p{Z}]/u)
        }
      }),
    )
  })

  it('are never cut within a character', () => {
    const [token] = indexTokens(`a${'😀'.repeat(80)}`)
    expect(token).toBe(`a${'😀'.repeat(63)}`)
  })

  it('hold a pseudonym as one, also inside a compound', () => {
    const pseudonym = 'word:1~abcdefghij234567'
    for (const text of ['x-§', 'mail_§.log', '/home/§/a', 'a.§.b', '§@§', '§-§_§', 'x=§', '日§', '1§', 'A.§ é']) {
      expect(indexTokens(text.replaceAll('§', pseudonym))).toContain(pseudonym)
    }
  })

  it('folding twice changes nothing', () => {
    fc.assert(fc.property(anyText, text => foldText(foldText(text)) === foldText(text)))
  })
})

describe('text that is only ASCII', () => {
  it('has the same tokens as it has next to other letters', () => {
    const anything = fc.string({
      unit: fc.integer({ min: 0, max: 0x7f }).map(c => String.fromCharCode(c)),
      maxLength: 200,
    })
    const pieces = fc.constantFrom(
      'src=',
      'ip:1~',
      'k3',
      'abcdefghijklmnop',
      '~',
      ' ',
      '.',
      '10.0.0.1',
      '\\',
      'A@b',
      '_',
      ':',
    )
    const ascii = fc.oneof(
      anything,
      fc.array(pieces, { maxLength: 30 }).map(parts => parts.join('')),
    )
    fc.assert(
      fc.property(ascii, text => {
        expect(indexTokens(`${text} \u65e5`)).toEqual([...indexTokens(text), '\u65e5'])
        expect(queryTokens(`${text} \u65e5`)).toEqual([...queryTokens(text), '\u65e5'])
      }),
      { numRuns: 2_000 },
    )
  })
})
