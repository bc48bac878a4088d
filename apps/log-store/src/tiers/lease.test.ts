import { beforeEach, describe, expect, it } from '@jest/globals'
import { ownedBy, type Registry } from '@wardline/ports'
import { createMemoryRegistry, createTestClock } from '@wardline/ports/testing'
import { LeaseLost, takeLease } from './lease.ts'

describe('the lease of the tier mover', () => {
  let registry: Registry
  const clock = createTestClock()
  beforeEach(() => {
    registry = ownedBy(createMemoryRegistry({ clock }), 'log-store')
  })
  const take = () => takeLease(registry, clock, 60_000)

  it('belongs to one instance at a time', async () => {
    const taken = (await Promise.all(Array.from({ length: 16 }, take))).filter(lease => lease !== undefined)
    expect(taken).toHaveLength(1)
    expect(await take()).toBeUndefined()
    await taken[0]?.release(false)
    expect(await take()).toBeDefined()
  })

  it('passes to another instance when its holder stops, and the old holder can do nothing more', async () => {
    const dead = await take()
    clock.advance(59_999)
    expect(await take()).toBeUndefined()
    clock.advance(1)
    const next = await take()
    expect(next).toBeDefined()
    await expect(dead?.renew()).rejects.toThrow(LeaseLost)
    await expect(dead?.release(true)).rejects.toThrow(LeaseLost)
    await next?.renew()
  })

  it('is kept as long as it is renewed', async () => {
    const lease = await take()
    for (let i = 0; i < 10; i++) {
      clock.advance(30_000)
      await lease?.renew()
      expect(await take()).toBeUndefined()
    }
  })

  it('remembers when all tenants were last checked', async () => {
    const first = await take()
    expect(first?.sweptAt).toBe(0)
    await first?.release(true)
    const second = await take()
    expect(second?.sweptAt).toBe(clock.now())
    await second?.release(false)
    expect((await take())?.sweptAt).toBe(clock.now())
  })
})
