import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { orderedText } from './ordered-text.ts'

const anyText = fc.string({ unit: 'binary', maxLength: 6 })
const bytes = (text: string): Buffer => Buffer.from(text)

describe('an ordered text', () => {
  it('sorts alike by UTF-16 units and by UTF-8 bytes: as the code points of the original', () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        const byPoints = Math.sign(Buffer.compare(bytes(a), bytes(b)))
        const [x, y] = [orderedText(a), orderedText(b)]
        expect(x < y ? -1 : x > y ? 1 : 0).toBe(byPoints)
        expect(Math.sign(Buffer.compare(bytes(x), bytes(y)))).toBe(byPoints)
      }),
      { numRuns: 2000 },
    )
  })

  it('is the text itself if nothing is above the escape, and distinguishes lone surrogates', () => {
    expect(orderedText("o'neil ß 日本")).toBe("o'neil ß 日本")
    expect(orderedText('\ud800')).not.toBe(orderedText('\ud801'))
    expect(bytes(orderedText('\ud800')).toString()).toBe(orderedText('\ud800'))
  })
})
