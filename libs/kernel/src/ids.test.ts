import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { base32 } from './base32.ts'
import { derivedId, newId, secretsEqual } from './ids.ts'
import { createKeyring } from './keyring.ts'
import { DEFAULT_TENANT, tenantId } from './tenant-id.ts'

const key = new Uint8Array(32).fill(1)

describe('ids', () => {
  it('have a prefix and 26 characters, and do not repeat', () => {
    const ids = Array.from({ length: 1_000 }, () => newId('evt'))
    for (const id of ids) expect(id).toMatch(/^evt_[a-z2-7]{26}$/)
    expect(new Set(ids).size).toBe(1_000)
  })

  it('derived from the same parts are equal, from different parts different', () => {
    const id = derivedId('evt', key, 'src_1', 'ref')
    expect(id).toMatch(/^evt_[a-z2-7]{26}$/)
    expect(derivedId('evt', key, 'src_1', 'ref')).toBe(id)
    expect(derivedId('alr', key, 'src_1', 'ref').slice(4)).not.toBe(id.slice(4))
    expect(derivedId('evt', new Uint8Array(32).fill(2), 'src_1', 'ref')).not.toBe(id)
  })

  it('frame their parts: nothing can move from one part to the next', () => {
    expect(derivedId('evt', key, 'ab', 'c')).not.toBe(derivedId('evt', key, 'a', 'bc'))
    expect(derivedId('evt', key, 'a')).not.toBe(derivedId('evt', key, 'a', ''))
    expect(derivedId('evt', key, '1:b')).not.toBe(derivedId('evt', key, '', 'b'))
    const parts = fc.array(fc.string({ maxLength: 6 }), { maxLength: 4 })
    fc.assert(
      fc.property(parts, parts, (a, b) => {
        const same = a.length === b.length && a.every((part, i) => part === b[i])
        expect(derivedId('evt', key, ...a) === derivedId('evt', key, ...b)).toBe(same)
      }),
    )
  })

  it('count bytes, so that text invalid in UTF-8 does not shift a frame', () => {
    expect(derivedId('evt', key, 'é', 'x')).not.toBe(derivedId('evt', key, 'éx', ''))
  })
})

describe('base32', () => {
  it.each([
    ['', ''],
    ['f', 'my'],
    ['fo', 'mzxq'],
    ['foo', 'mzxw6'],
    ['foob', 'mzxw6yq'],
    ['fooba', 'mzxw6ytb'],
    ['foobar', 'mzxw6ytboi'],
  ])('of %j is %j (RFC 4648, section 10)', (text, encoded) => {
    expect(base32(Buffer.from(text))).toBe(encoded)
  })
})

describe('secrets', () => {
  it('are compared correctly, whatever their lengths', () => {
    expect(secretsEqual('abc', 'abc')).toBe(true)
    expect(secretsEqual('abc', 'abd')).toBe(false)
    expect(secretsEqual('abc', 'abcd')).toBe(false)
    expect(secretsEqual('', '')).toBe(true)
    expect(secretsEqual(Buffer.from('abc'), 'abc')).toBe(true)
  })
})

describe('the keyring', () => {
  const keyring = createKeyring(new Uint8Array(32).fill(3))

  it('gives one key per tenant and purpose', () => {
    const other = tenantId('ten_other')
    const keys = [
      keyring.key(DEFAULT_TENANT, 'ids'),
      keyring.key(DEFAULT_TENANT, 'cursors'),
      keyring.key(other, 'ids'),
    ].map(k => Buffer.from(k).toString('hex'))
    expect(new Set(keys).size).toBe(3)
    expect(keys.every(k => k.length === 64)).toBe(true)
    expect(Buffer.from(keyring.key(DEFAULT_TENANT, 'ids', 1)).toString('hex')).toBe(keys[0])
  })

  it('is the same on every replica with the same master', () => {
    const replica = createKeyring(new Uint8Array(32).fill(3))
    expect(replica.key(DEFAULT_TENANT, 'ids')).toEqual(keyring.key(DEFAULT_TENANT, 'ids'))
  })

  it('refuses a short master', () => {
    expect(() => createKeyring(new Uint8Array(31))).toThrow('32 bytes')
  })
})

describe('a tenant id', () => {
  it.each(['ten_default', 'ten_a1_b2', `ten_${'x'.repeat(60)}`])('%s is one', value =>
    expect(tenantId(value)).toBe(value),
  )
  it.each(['', 'ten_', 'default', 'ten_A', 'ten_a b', 'ten_a/../b', `ten_${'x'.repeat(61)}`, 'ten_a\n'])(
    '%j is none',
    value => {
      expect(() => tenantId(value)).toThrow('not a tenant id')
    },
  )
})
