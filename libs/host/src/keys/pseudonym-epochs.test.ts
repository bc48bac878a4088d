import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { DAY_MS, DEFAULT_TENANT, PLATFORM_TENANT, SEARCHED_EPOCHS, searchedEpochs } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { createMemoryBus, createMemoryRegistry, createTestClock } from '@wardline/ports/testing'
import { DATA_KEYS_ID, dataKeys, restores } from '@wardline/registries'
import { type FollowedKeys, followDataKeys } from './follow-data-keys.ts'
import { openDataKeys, rewrapDataKeys } from './open-data-keys.ts'
import { addPseudonymEpoch } from './pseudonym-epochs.ts'

const MASTER = randomBytes(32)
const MINUTE_MS = 60_000

let clock: ReturnType<typeof createTestClock>
let registry: Registry
const following: FollowedKeys[] = []
beforeEach(() => {
  clock = createTestClock()
  registry = createMemoryRegistry({ bus: createMemoryBus({ validate: false }), clock })
})
afterEach(() => {
  for (const followed of following.splice(0)) followed.stop()
})
const ports = () => ({ registry, clock })
const opened = async () => (await openDataKeys(ports(), { masters: [MASTER], wrong: 'another master key' })).keys
const rotate = (options: { delayMs?: number; force?: boolean } = {}) =>
  addPseudonymEpoch(ports(), { masters: [MASTER], delayMs: 0, force: false, ...options })

/** A running process, and what its log says. */
async function running(everyMs: number, masters: readonly Uint8Array[] = [MASTER]) {
  const lines: string[] = []
  const log = {
    warn: (_: unknown, line: string) => lines.push(line),
    info: (_: unknown, line: string) => lines.push(line),
    error: ({ data_key }: { data_key: string }, line: string) => lines.push(`${data_key}: ${line}`),
  }
  const followed = followDataKeys({ ...ports(), log: log as never }, masters, await opened(), everyMs)
  following.push(followed)
  return { keyring: followed.keyring, lines }
}
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise(resolve => setTimeout(resolve, 5))
}

describe('a new epoch of pseudonyms', () => {
  it('is one more data key, and leaves the others as they are', async () => {
    const before = await opened()
    expect(await rotate()).toEqual({ epoch: 2, from: clock.now(), before: [1] })
    const after = await opened()
    expect(after.slice(0, -1)).toEqual(before)
    expect(after.at(-1)).toMatchObject({ purpose: 'pseudonyms', epoch: 2 })
    expect(await rotate()).toMatchObject({ epoch: 3, before: [1, 2] })
  })

  it('stays when the master key is rotated', async () => {
    await opened()
    await rotate({ delayMs: MINUTE_MS })
    const before = await opened()
    const next = randomBytes(32)
    await rewrapDataKeys(ports(), MASTER, next)
    expect((await openDataKeys(ports(), { masters: [next], wrong: '' })).keys).toEqual(before)
    await expect(rotate()).rejects.toThrow('another master key')
  })

  it('is refused while searches by a name would miss events that can be searched, unless that is wanted', async () => {
    await opened()
    for (let i = 1; i < SEARCHED_EPOCHS; i++) await rotate()
    clock.advance(372 * DAY_MS)
    await expect(rotate()).rejects.toThrow('events of epoch 1 can be searched until')
    expect(await rotate({ force: true })).toMatchObject({ epoch: SEARCHED_EPOCHS + 1 })
    expect(searchedEpochs((await running(MINUTE_MS)).keyring)).toEqual([2, 3, 4, 5, 6, 7])
    await expect(rotate()).rejects.toThrow('events of epoch 2 can be searched until')
    clock.advance(2 * DAY_MS)
    expect(await rotate()).toMatchObject({ epoch: SEARCHED_EPOCHS + 2 })
  })

  it('of every three months is never refused', async () => {
    await opened()
    for (let i = 2; i < 20; i++, clock.advance(90 * DAY_MS)) expect(await rotate()).toMatchObject({ epoch: i })
  })

  it('never has the number of one that a restore has lost', async () => {
    await opened()
    await rotate()
    const lost = (await rotate()).epoch
    const stored = (await registry.read(dataKeys, PLATFORM_TENANT, DATA_KEYS_ID))!
    const earlier = { ...stored.doc, keys: stored.doc.keys.filter(key => key.epoch < lost) }
    await registry.write(dataKeys, PLATFORM_TENANT, earlier, { expect: stored.version })
    await registry.write(restores, PLATFORM_TENANT, { id: 'res_1', state: 'confirmed' } as never, { expect: 'absent' })
    const next = (await rotate()).epoch
    expect(next).toBeGreaterThan(lost)
    expect((await rotate()).epoch).toBe(next + 1)
  })
})

describe('a running process', () => {
  it('learns of a new epoch before it is used', async () => {
    const { keyring, lines } = await running(20)
    await rotate({ delayMs: MINUTE_MS })
    await until(() => keyring.epochs('pseudonyms').length === 2)
    expect([keyring.newest('pseudonyms'), lines]).toEqual([1, ['there are new data keys']])
    clock.advance(MINUTE_MS)
    expect(keyring.newest('pseudonyms')).toBe(2)
  })

  it('refuses an epoch that it does not know for the moment, and reads the data keys at once', async () => {
    const { keyring } = await running(3_600_000)
    await rotate()
    const key = () => keyring.key(DEFAULT_TENANT, 'pseudonyms', 2)
    expect(key).toThrow(expect.objectContaining({ code: 'unavailable', retryAfter: 1 }))
    await until(() => keyring.epochs('pseudonyms').length === 2)
    expect(key()).toHaveLength(32)
  })

  it('says once which key nobody has, as after a restore to before a rotation', async () => {
    const { keyring, lines } = await running(10)
    const key = () => keyring.key(DEFAULT_TENANT, 'pseudonyms', 7)
    expect(key).toThrow()
    await until(() => lines.length > 0)
    expect(key).toThrow()
    await new Promise(resolve => setTimeout(resolve, 60))
    expect(lines).toEqual([expect.stringMatching(/^pseudonyms\/7: there is no such data key: .*keys put-back$/)])
  })

  it('keeps what it has while the data keys are under a master key that it was not given, and says so once', async () => {
    const { keyring, lines } = await running(10)
    await rewrapDataKeys(ports(), MASTER, randomBytes(32))
    await until(() => lines.length > 0)
    await new Promise(resolve => setTimeout(resolve, 60))
    expect(lines).toEqual(['the data keys cannot be read again: new epochs stay unknown here'])
    expect(keyring.key(DEFAULT_TENANT, 'pseudonyms')).toHaveLength(32)
  })
})
