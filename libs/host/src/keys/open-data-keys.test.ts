import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from '@jest/globals'
import {
  createKeyring,
  DEFAULT_TENANT,
  KEY_PURPOSES,
  keyringOf,
  PLATFORM_TENANT,
  seal,
  systemClock,
  unwrapDataKeys,
} from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { createMemoryBus, createMemoryRegistry } from '@wardline/ports/testing'
import { DATA_KEYS_ID, dataKeys, SERVER_AUTHORITY, serverAuthorities } from '@wardline/registries'
import { openDataKeys, rewrapDataKeys } from './open-data-keys.ts'

const OLD = randomBytes(32)
const NEW = randomBytes(32)

let registry: Registry
beforeEach(() => {
  registry = createMemoryRegistry({ bus: createMemoryBus({ validate: false }) })
})
const ports = () => ({ registry, clock: systemClock })
const open = (...masters: Uint8Array[]) => openDataKeys(ports(), { masters, wrong: 'another master key' })
const idsOf = async (...masters: Uint8Array[]) => keyringOf((await open(...masters)).keys).key(DEFAULT_TENANT, 'ids')
const stored = async () => (await registry.read(dataKeys, PLATFORM_TENANT, DATA_KEYS_ID))!

/** What an earlier release left: keys were derived from the master key, and nothing was wrapped. */
async function earlierRelease(master: Uint8Array): Promise<void> {
  const key = createKeyring(master).key(PLATFORM_TENANT, 'authority')
  const sealed_key = seal(key, 'a private key', SERVER_AUTHORITY.context)
  const doc = { id: SERVER_AUTHORITY.id, certificate_pem: '', sealed_key, created_at: '', not_after: '' }
  await registry.write(serverAuthorities, PLATFORM_TENANT, doc, { expect: 'absent' })
}

describe('the data keys', () => {
  it('of a new platform are random, and stay what they are', async () => {
    const first = await idsOf(OLD)
    expect(first).not.toEqual(createKeyring(OLD).key(DEFAULT_TENANT, 'ids'))
    expect(await idsOf(OLD)).toEqual(first)
    expect((await stored()).doc.keys.map(key => key.purpose)).toEqual([...KEY_PURPOSES])
  })

  it('of a platform of an earlier release give the keys that it has', async () => {
    await earlierRelease(OLD)
    expect(await idsOf(OLD)).toEqual(createKeyring(OLD).key(DEFAULT_TENANT, 'ids'))
  })

  it('are the same for processes that start together', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => idsOf(OLD)))
    for (const key of ids) expect(key).toEqual(ids[0])
  })

  it('are not opened by another master key, which is said in one line', async () => {
    await idsOf(OLD)
    await expect(open(NEW)).rejects.toMatchObject({ name: 'StartFault', message: 'another master key' })
  })

  it('are not made with a master key that does not open what an earlier release has sealed', async () => {
    await earlierRelease(OLD)
    await expect(open(NEW)).rejects.toMatchObject({ name: 'StartFault', message: 'another master key' })
    await expect(open(NEW, OLD)).rejects.toThrow('start this release once with the present master key alone')
    expect(await registry.read(dataKeys, PLATFORM_TENANT, DATA_KEYS_ID)).toBeUndefined()
  })

  it('are under the new master key after a rotation, and the old one opens nothing', async () => {
    const before = await idsOf(OLD)
    const { doc: earlier } = await stored()
    expect(await rewrapDataKeys(ports(), OLD, NEW)).toBe(KEY_PURPOSES.length)
    expect(await idsOf(NEW)).toEqual(before)
    await expect(open(OLD)).rejects.toThrow('another master key')
    const { doc } = await stored()
    for (const key of doc.keys) expect(unwrapDataKeys(OLD, [key])).toBeUndefined()
    expect(doc.keys.filter(key => earlier.keys.some(other => other.wrapped === key.wrapped))).toEqual([])
    await expect(rewrapDataKeys(ports(), OLD, NEW)).rejects.toThrow('another master key')
  })

  it('are opened by either master key while the rotation is under way', async () => {
    const before = await idsOf(OLD)
    expect(await open(NEW, OLD)).toMatchObject({ by: 1 })
    await rewrapDataKeys(ports(), OLD, NEW)
    expect(await open(NEW, OLD)).toMatchObject({ by: 0 })
    expect(await idsOf(NEW, OLD)).toEqual(before)
  })

  it('get another one for each purpose that a later release brings', async () => {
    await open(OLD)
    const { doc, version } = await stored()
    const older = { ...doc, keys: doc.keys.filter(key => key.purpose !== 'checkpoints') }
    await registry.write(dataKeys, PLATFORM_TENANT, older, { expect: version })
    const [one, two] = await Promise.all([open(OLD), open(OLD)])
    expect(one.keys.map(key => key.purpose).sort()).toEqual([...KEY_PURPOSES].sort())
    expect(two.keys).toEqual(one.keys)
    expect((await open(OLD)).keys).toEqual(one.keys)
  })
})
