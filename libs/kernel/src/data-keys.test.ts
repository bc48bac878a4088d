import { hkdfSync } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { derivedDataKeys, KEY_PURPOSES, randomDataKeys, unwrapDataKeys, wrapDataKeys } from './data-keys.ts'
import { createKeyring, keyringOf } from './keyring.ts'
import { DEFAULT_TENANT, tenantId } from './tenant-id.ts'

const OLD = new Uint8Array(32).fill(1)
const NEW = new Uint8Array(32).fill(2)

describe('data keys', () => {
  it('of a platform from before they were wrapped give the very keys that it had', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 32, maxLength: 64 }),
        fc.constantFrom(...KEY_PURPOSES),
        fc.stringMatching(/^[a-z0-9_]{1,20}$/),
        (master, purpose, name) => {
          const tenant = tenantId(`ten_${name}`)
          const before = hkdfSync('sha256', master, 'wardline/v1', `wardline/${tenant}/${purpose}/1`, 32)
          expect(createKeyring(master).key(tenant, purpose)).toEqual(new Uint8Array(before))
        },
      ),
    )
  })

  it('do not contain the master key', () => {
    for (const { key } of derivedDataKeys(OLD)) expect(Buffer.from(key).equals(OLD)).toBe(false)
  })

  it('are random on a new platform, one for each purpose', () => {
    const keys = [...randomDataKeys(), ...randomDataKeys()].map(({ key }) => Buffer.from(key).toString('hex'))
    expect(new Set(keys).size).toBe(2 * KEY_PURPOSES.length)
  })

  it('are wrapped with a master key, which opens them, and no other does', () => {
    const keys = randomDataKeys()
    const wrapped = wrapDataKeys(OLD, keys)
    expect(unwrapDataKeys(OLD, wrapped)).toEqual(keys)
    expect(unwrapDataKeys(NEW, wrapped)).toBeUndefined()
    const again = wrapDataKeys(NEW, keys)
    expect(unwrapDataKeys(NEW, again)).toEqual(keys)
    expect(unwrapDataKeys(OLD, again)).toBeUndefined()
  })

  it('cannot be exchanged for one another, nor one epoch for another', () => {
    const [first, second] = wrapDataKeys(OLD, randomDataKeys(['ids', 'cursors']))
    expect(unwrapDataKeys(OLD, [{ ...first!, wrapped: second!.wrapped }])).toBeUndefined()
    expect(unwrapDataKeys(OLD, [{ ...first!, epoch: 2 }])).toBeUndefined()
  })

  it('may have several epochs of one purpose, and an epoch that is not there is an error', () => {
    const two = [1, 2].flatMap(epoch => randomDataKeys(['pseudonyms']).map(key => ({ ...key, epoch })))
    const keyring = keyringOf(unwrapDataKeys(OLD, wrapDataKeys(OLD, two))!)
    expect(keyring.key(DEFAULT_TENANT, 'pseudonyms', 2)).not.toEqual(keyring.key(DEFAULT_TENANT, 'pseudonyms'))
    expect(() => keyring.key(DEFAULT_TENANT, 'pseudonyms', 3)).toThrow('no data key for pseudonyms in epoch 3')
  })

  it('of a later epoch are used from the time that they say, and a process may learn of them while it runs', () => {
    const clock = { at: 1_000, now: () => clock.at }
    const missing: number[] = []
    const first = randomDataKeys()
    const second = randomDataKeys(['pseudonyms']).map(key => ({ ...key, epoch: 2, from: 2_000 }))
    const keyring = keyringOf(first, { clock, onMissing: () => missing.push(clock.at) })
    expect([keyring.epochs('pseudonyms'), keyring.newest('pseudonyms')]).toEqual([[1], 1])
    expect(() => keyring.key(DEFAULT_TENANT, 'pseudonyms', 2)).toThrow(expect.objectContaining({ status: 503 }))
    expect(missing).toEqual([1_000])
    const before = keyring.key(DEFAULT_TENANT, 'pseudonyms')
    keyring.use(unwrapDataKeys(OLD, wrapDataKeys(OLD, [...second, ...first]))!)
    expect([keyring.epochs('pseudonyms'), keyring.newest('pseudonyms')]).toEqual([[1, 2], 1])
    clock.at = 2_000
    expect([keyring.newest('pseudonyms'), keyring.newest('ids')]).toEqual([2, 1])
    expect(keyring.key(DEFAULT_TENANT, 'pseudonyms', 2)).not.toEqual(before)
    expect(keyring.key(DEFAULT_TENANT, 'pseudonyms')).toEqual(before)
  })

  it('refuse a short master key', () => {
    const short = new Uint8Array(31)
    expect(() => derivedDataKeys(short)).toThrow('32 bytes')
    expect(() => wrapDataKeys(short, [])).toThrow('32 bytes')
    expect(() => unwrapDataKeys(short, [])).toThrow('32 bytes')
  })
})
