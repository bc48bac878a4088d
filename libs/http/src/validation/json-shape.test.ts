import { describe, expect, it } from '@jest/globals'
import { deeperThan } from '@wardline/kernel'
import fc from 'fast-check'
import { shapeFault } from './json-shape.ts'

const MANY = 10_000_000
const nests = (text: string, maxDepth: number): boolean =>
  shapeFault(Buffer.from(text), { maxDepth, maxMembers: MANY, deeper: 'refused' }) === 'too_deep'
const has = (text: string, maxMembers: number): boolean =>
  shapeFault(Buffer.from(text), { maxDepth: 64, maxMembers, deeper: 'refused' }) === 'too_many_members'
const emptied = (text: string, maxDepth: number): unknown => {
  const bytes = Buffer.from(text)
  expect(shapeFault(bytes, { maxDepth, maxMembers: MANY, deeper: 'emptied' })).toBeUndefined()
  return JSON.parse(bytes.toString())
}

/** What `emptied` promises, done the slow way. */
function without(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) return 0
  if (Array.isArray(value)) return value.map(v => without(v, levels - 1))
  return Object.fromEntries(Object.entries(value).map(([name, v]) => [name, without(v, levels - 1)]))
}

/** Members and elements, and one for each object or array that has none. */
function count(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = Object.values(value)
  return own.reduce((sum: number, v) => sum + count(v), Math.max(1, own.length))
}

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

  it('is cut at the last level where the owner judges every part by itself, and nothing else changes', () => {
    expect(emptied('{"a": [1, {"b": [2]}, "]["], "c": {}}', 2)).toEqual({ a: [1, 0, ']['], c: {} })
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 1, max: 7 }), (value, levels) => {
        expect(emptied(JSON.stringify(value), levels)).toEqual(without(JSON.parse(JSON.stringify(value)), levels))
      }),
    )
  })

  it('is cut at the last level even if it never ends, which leaves no JSON', () => {
    const bytes = Buffer.from(`{"a":${'['.repeat(100)}`)
    const limits = { maxDepth: 3, maxMembers: 10, deeper: 'emptied' } as const
    expect(shapeFault(bytes, limits)).toBeUndefined()
    expect(bytes.toString().trimEnd()).toBe('{"a":[[')
  })
})

describe('The members of a JSON text', () => {
  it('are counted without parsing, at all levels', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.nat(40), (value, most) => {
        const copy: unknown = JSON.parse(JSON.stringify(value))
        expect(has(JSON.stringify(copy), most)).toBe(count(copy) > most)
      }),
    )
  })

  it('are not looked for in texts', () => {
    expect(has('["a,b,c,{", {",": 1}]', 3)).toBe(false)
    expect(has('["a,b,c,{", {",": 1}]', 2)).toBe(true)
  })
})

describe('Any bytes at all', () => {
  it('are judged without a throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(4), fc.boolean(), (bytes, maxDepth, refuse) => {
        shapeFault(bytes, { maxDepth, maxMembers: 20, deeper: refuse ? 'refused' : 'emptied' })
      }),
    )
  })
})
