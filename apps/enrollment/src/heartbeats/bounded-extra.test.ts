import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { boundedExtra, EXTRA_BOUNDS } from './bounded-extra.ts'

const of = (text: string) => boundedExtra(Object.entries(JSON.parse(text)))
const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0
const keysOf = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 0
    : Object.values(value).reduce(
        (sum: number, v) => sum + keysOf(v),
        Array.isArray(value) ? 0 : Object.keys(value).length,
      )

describe('the extra data of a heartbeat', () => {
  it('is kept unchanged within the limits', () => {
    const text = '{"battery":{"percent":81,"health":null},"tags":["a",["b"]],"ok":false}'
    expect(of(text)).toEqual({ json: text, truncated: false })
    expect(of('{}')).toEqual({ json: '{}', truncated: false })
  })

  it('keeps keys with a special meaning to engines and languages as plain keys', () => {
    const text = '{"__proto__":{"polluted":1},"$where":"x","a.b":{"constructor":{"__proto__":2}},"":0}'
    expect(of(text)).toEqual({ json: text, truncated: false })
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('loses what is nested too deeply', () => {
    expect(of(`{"x":${nested(8)}}`)).toEqual({ json: `{"x":${nested(8)}}`, truncated: false })
    expect(of(`{"x":${nested(9)},"y":1}`).truncated).toBe(true)
    expect(JSON.parse(of(`{"x":${nested(9)},"y":1}`).json).y).toBe(1)
    expect(depthOf(JSON.parse(of(`{"x":${nested(5000)}}`).json))).toBe(9)
  })

  it('loses the keys after the 256th, at all levels together', () => {
    const many = (n: number) => JSON.stringify(Object.fromEntries(Array.from({ length: n }, (_, i) => [`k${i}`, i])))
    expect(of(many(256)).truncated).toBe(false)
    const cut = of(many(300))
    expect(cut.truncated).toBe(true)
    expect(Object.keys(JSON.parse(cut.json))).toHaveLength(256)
    expect(keysOf(JSON.parse(of(`{"list":[${many(200)},${many(200)}]}`).json))).toBe(256)
  })

  it('loses the members that do not fit into 64 KiB, and keeps smaller ones after them', () => {
    const cut = of(JSON.stringify({ a: 1, big: 'x'.repeat(70_000), b: 2 }))
    expect(cut).toEqual({ json: '{"a":1,"b":2}', truncated: true })
  })

  it('never exceeds the limits, and says so exactly when something is missing', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 12 }), { maxKeys: 300 }), extra => {
        const text = JSON.stringify(extra)
        const { json, truncated } = of(text)
        const kept = JSON.parse(json)
        expect(Buffer.byteLength(json)).toBeLessThanOrEqual(EXTRA_BOUNDS.bytes)
        expect(keysOf(kept)).toBeLessThanOrEqual(EXTRA_BOUNDS.keys)
        expect(depthOf(kept)).toBeLessThanOrEqual(EXTRA_BOUNDS.depth + 1)
        expect(json === JSON.stringify(JSON.parse(text))).toBe(!truncated)
      }),
    )
  })
})
