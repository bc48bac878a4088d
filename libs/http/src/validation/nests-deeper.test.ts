import { describe, expect, it } from '@jest/globals'
import { deeperThan } from '@wardline/kernel'
import fc from 'fast-check'
import { nestsDeeper } from './nests-deeper.ts'

const nests = (text: string, levels: number): boolean => nestsDeeper(Buffer.from(text), levels)

describe('The nesting of a JSON text', () => {
  it('is found without parsing, and matches the nesting of the value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(8), (value, levels) => {
        expect(nests(JSON.stringify(value), levels)).toBe(deeperThan(value, levels))
      }),
    )
  })

  it('does not count brackets in texts, whatever is escaped there', () => {
    expect(nests('["[[[[", "\\"[[[", "\\\\", [1]]', 2)).toBe(false)
    expect(nests('["\\\\", [[1]]]', 2)).toBe(true)
  })

  it('stops at the first bracket over the limit, however many follow', () => {
    expect(nests('['.repeat(1_000_000), 64)).toBe(true)
    expect(nests('[],'.repeat(1_000_000), 1)).toBe(false)
  })
})
