import { randomBytes } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { seal, unseal } from './sealed-box.ts'

const key = randomBytes(32)

describe('a sealed text', () => {
  it('opens to exactly what was sealed, for any content', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), fc.string(), (plain, context) => {
        expect(unseal(key, seal(key, plain, context), context)).toEqual(Buffer.from(plain))
      }),
    )
  })

  it('looks different every time', () => {
    expect(seal(key, 'same', 'c')).not.toBe(seal(key, 'same', 'c'))
  })

  it('has a nonce that no other one has', () => {
    const nonces = Array.from({ length: 2_000 }, () => seal(key, 'same', 'c').slice(0, 16))
    expect(new Set(nonces).size).toBe(2_000)
  })

  it('opens only with its own key and context', () => {
    const sealed = seal(key, 'text', 'tenant|rejection')
    expect(() => unseal(randomBytes(32), sealed, 'tenant|rejection')).toThrow()
    expect(() => unseal(key, sealed, 'other|rejection')).toThrow()
  })

  it('does not open when any byte was changed, or when it was truncated', () => {
    const sealed = Buffer.from(seal(key, 'some text', 'c'), 'base64')
    for (let i = 0; i < sealed.length; i++) {
      const changed = Buffer.from(sealed)
      changed[i] = (changed[i] as number) ^ 1
      expect(() => unseal(key, changed.toString('base64'), 'c')).toThrow()
      expect(() => unseal(key, sealed.subarray(0, i).toString('base64'), 'c')).toThrow()
    }
  })
})
