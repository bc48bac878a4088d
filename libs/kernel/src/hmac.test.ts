import { createHmac } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { hmacSha256 } from './hmac.ts'

describe('the keyed hash of a text', () => {
  it('is HMAC-SHA256 (RFC 2104), whatever the key and the text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({ unit: fc.constantFrom('a', 'ß', '日', '\ud83d\ude00', '\ud800'), minLength: 1000, maxLength: 1100 }),
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), fc.array(text, { maxLength: 4 }), (key, texts) => {
        for (const t of texts) expect(hmacSha256(key, t)).toEqual(createHmac('sha256', key).update(t).digest())
      }),
    )
  })

  it('matches the published vectors (RFC 4231, cases 2 and 6)', () => {
    expect(hmacSha256(Buffer.from('Jefe'), 'what do ya want for nothing?').toString('hex')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    )
    expect(
      hmacSha256(new Uint8Array(131).fill(0xaa), 'Test Using Larger Than Block-Size Key - Hash Key First').toString(
        'hex',
      ),
    ).toBe('60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54')
  })
})
