import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { DEFAULT_TENANT, keyringOf, PLATFORM_TENANT } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { createMemoryBus, createMemoryRegistry, createTestClock } from '@wardline/ports/testing'
import { DATA_KEYS_ID, dataKeys, restores } from '@wardline/registries'
import { openDataKeys, rewrapDataKeys } from './open-data-keys.ts'
import { addPseudonymEpoch } from './pseudonym-epochs.ts'
import { KeyConflict, putBackKeys, replaceLostEpoch, savedKeys } from './saved-keys.ts'

const MASTER = randomBytes(32)

let clock: ReturnType<typeof createTestClock>
let registry: Registry
beforeEach(async () => {
  clock = createTestClock()
  registry = createMemoryRegistry({ bus: createMemoryBus({ validate: false }), clock })
  await opened()
})
const ports = () => ({ registry, clock })
const opened = async (master = MASTER) =>
  (await openDataKeys(ports(), { masters: [master], wrong: 'another master key' })).keys
const rotate = () => addPseudonymEpoch(ports(), { masters: [MASTER], delayMs: 0, force: false })
const keyOf = async (epoch: number) => keyringOf(await opened()).key(DEFAULT_TENANT, 'pseudonyms', epoch)

/** Does what a restore of the registry to this moment does later. */
async function backUp(): Promise<() => Promise<void>> {
  const { doc } = (await registry.read(dataKeys, PLATFORM_TENANT, DATA_KEYS_ID))!
  return async () => {
    const { version } = (await registry.read(dataKeys, PLATFORM_TENANT, DATA_KEYS_ID))!
    await registry.write(dataKeys, PLATFORM_TENANT, doc, { expect: version })
    await registry.write(restores, PLATFORM_TENANT, { id: 'res_1', state: 'confirmed' } as never, { expect: 'absent' })
  }
}

describe('saved keys', () => {
  it('give a registry that was restored to before a rotation its epoch back, and nothing else', async () => {
    const restore = await backUp()
    await rotate()
    const [saved, key, all] = [await savedKeys(registry, [MASTER]), await keyOf(2), await opened()]
    await restore()
    await expect(keyOf(2)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await putBackKeys(ports(), [MASTER], saved)).toEqual([{ purpose: 'pseudonyms', epoch: 2 }])
    expect(await keyOf(2)).toEqual(key)
    expect(await opened()).toEqual(all)
    expect(await putBackKeys(ports(), [MASTER], saved)).toEqual([])
  })

  it('are put back beside an epoch that has begun since the restore', async () => {
    const restore = await backUp()
    await rotate()
    const saved = await savedKeys(registry, [MASTER])
    await restore()
    const { epoch } = await rotate()
    await putBackKeys(ports(), [MASTER], saved)
    expect(keyringOf(await opened(), { clock }).epochs('pseudonyms')).toEqual([1, 2, epoch])
    expect(keyringOf(await opened(), { clock }).newest('pseudonyms')).toBe(epoch)
  })

  it('open with the master key of their time, given as well', async () => {
    const restore = await backUp()
    await rotate()
    const saved = await savedKeys(registry, [MASTER])
    await restore()
    const next = randomBytes(32)
    await rewrapDataKeys(ports(), MASTER, next)
    await expect(putBackKeys(ports(), [next], saved)).rejects.toThrow('the one of that time')
    await putBackKeys(ports(), [next, MASTER], saved)
    expect(keyringOf(await opened(next)).epochs('pseudonyms')).toEqual([1, 2])
  })

  it('of another platform are refused', async () => {
    const other = createMemoryRegistry({ bus: createMemoryBus({ validate: false }), clock })
    await openDataKeys({ registry: other, clock }, { masters: [MASTER], wrong: '' })
    const saved = await savedKeys(other, [MASTER])
    await expect(putBackKeys(ports(), [MASTER], saved)).rejects.toThrow(KeyConflict)
    await expect(savedKeys(registry, [randomBytes(32)])).rejects.toThrow('another master key')
  })
})

describe('an epoch that is lost for good', () => {
  it('gets a key of its own again, behind one that new records are made with', async () => {
    const restore = await backUp()
    await rotate()
    const lost = await keyOf(2)
    await restore()
    await expect(replaceLostEpoch(ports(), [MASTER], 2)).rejects.toThrow('start one first')
    const { epoch } = await rotate()
    expect(await replaceLostEpoch(ports(), [MASTER], 2)).toEqual([{ purpose: 'pseudonyms', epoch: 2 }])
    expect(await keyOf(2)).not.toEqual(lost)
    clock.advance(1_000)
    expect(keyringOf(await opened(), { clock }).newest('pseudonyms')).toBe(epoch)
  })

  it('is none that has a key, and no number that was never given', async () => {
    await rotate()
    for (const epoch of [1, 2, 3, 0, -1, Number.NaN])
      await expect(replaceLostEpoch(ports(), [MASTER], epoch)).rejects.toThrow(KeyConflict)
  })
})
