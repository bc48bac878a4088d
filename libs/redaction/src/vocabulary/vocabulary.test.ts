import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { VOCABULARY_ID, vocabulary, WORD } from './vocabulary.ts'

const words = vocabulary()
const kindOf = (word: string) => words.kindOf(word, 0, word.length)
const lines = readFileSync(new URL('words.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')

describe('the closed vocabulary', () => {
  it('knows each of its words, in any case, and how it is marked', () => {
    const kinds = { '!': WORD.commonName, '?': WORD.rareName, '^': WORD.brand }
    for (const line of lines) {
      const word = line.replace(/[!?^]$/, '')
      const kind = kinds[line.slice(word.length) as '!'] ?? WORD.plain
      if (kindOf(word) !== kind || kindOf(word.toUpperCase()) !== kind) throw new Error(`lost: ${line}`)
    }
  })

  it('knows nothing else', () => {
    const known = new Set(lines.map(line => line.replace(/[!?^]$/, '')))
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'abeorst!?^\nßK9'), maxLength: 7 }), text => {
        expect(kindOf(text) !== WORD.none).toBe(known.has(text.toLowerCase()) && /^[\x21-\x7e]*$/.test(text))
      }),
      { numRuns: 5_000 },
    )
    for (const text of ['', 'a'.repeat(70), 'error\n', 'key?', '\u212aey']) expect(kindOf(text)).toBe(WORD.none)
  })

  it('has the words of logs, and marks those that are names', () => {
    for (const word of ['failed', 'password', 'sshd', 'svchost', 'system32', 'usr', 'sbin', 'kerberos', 'key', 'agent'])
      expect([word, kindOf(word)]).toEqual([word, WORD.plain])
    for (const word of ['grace', 'jan', 'ruby', 'young']) expect([word, kindOf(word)]).toEqual([word, WORD.commonName])
    for (const word of ['lopez', 'kowalski', 'nguyen', 'svetlana', 'tanaka', 'okafor', 'singh'])
      expect([word, kindOf(word)]).toEqual([word, WORD.none])
  })

  it('is named by version and hash', () => {
    expect(VOCABULARY_ID).toMatch(/^vocabulary:\d+\+[0-9a-f]{16}$/)
  })
})
