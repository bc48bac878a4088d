import { expect, it } from '@jest/globals'
import type { TenantId } from '@wardline/kernel'
import { allOk, type BusBench, numbersOf } from './contract/bus-bench.ts'
import { range, someTenant, until } from './contract/harness.ts'
import type { Delivery, Progress } from './event-bus.ts'
import { placeOf } from './group-place.ts'
import { NUMBERED, numbered } from './testing/sample-events.ts'

/** The partition key of {@link numbered}. */
const keyOf = (tenant: TenantId, key: string): string => `${tenant}|rul_contract|${key}`

/** What every EventBus promises to tenants that share a partition. Part of the bus's contract. */
export function tenantTurnsContract(bench: BusBench): void {
  const { tenant, running, collect, stopAll } = bench
  /** Publishes a backlog of one tenant, then a few events of another, all on one partition. */
  const publishFlood = async (flood: number, few: number): Promise<{ quiet: TenantId; quietKey: string }> => {
    const quiet = someTenant()
    const { partition } = await bench.bus.endPosition(NUMBERED, keyOf(tenant, 'a'))
    let quietKey = ''
    for (let n = 0; quietKey === ''; n++)
      if ((await bench.bus.endPosition(NUMBERED, keyOf(quiet, `key${n}`))).partition === partition) quietKey = `key${n}`
    for (let n = 0; n < flood; n += 500)
      await bench.bus.publish(range(Math.min(500, flood - n), n).map(i => numbered(tenant, i)))
    await bench.bus.publish(range(few, flood).map(i => numbered(quiet, i, quietKey)))
    return { quiet, quietKey }
  }
  const of = (seen: readonly Delivery[], who: TenantId): number[] =>
    numbersOf(seen.filter(d => d.envelope.tenant_id === who))

  it('delivers the few events of a tenant long before the backlog that another one has in front of them', async () => {
    const { quiet } = await publishFlood(5_000, 20)
    let floodBefore: number | undefined
    const seen: Delivery[] = []
    await collect('g', {
      maxBatch: 100,
      async handle(batch) {
        seen.push(...batch)
        if (of(seen, quiet).length === 20) floodBefore ??= of(seen, tenant).length
        return allOk(batch)
      },
    })
    await until(() => seen.length >= 5_020, 'all events')
    expect(floodBefore).toBeLessThan(2_500)
    // Everything once, and in the order of its tenant.
    expect(of(seen, tenant)).toEqual(range(5_000))
    expect(of(seen, quiet)).toEqual(range(20, 5_000))
    await until(() => running[0]?.health().lag === 0, 'no lag')
  })

  it('goes on after a restart, or a throw, where each tenant was', async () => {
    const { quiet, quietKey } = await publishFlood(3_000, 5)
    const before: Delivery[] = []
    let throws = 2
    await collect('g', {
      maxBatch: 50,
      async handle(batch) {
        if (before.length > 300 && throws-- > 0) throw new Error('a store is down')
        before.push(...batch)
        if (of(before, quiet).length === 5) await new Promise(resolve => setTimeout(resolve, 20))
        return allOk(batch)
      },
    })
    await until(() => of(before, quiet).length === 5, 'the quiet tenant')
    await stopAll()
    const rest = of(before, tenant).length
    expect(rest).toBeLessThan(3_000)
    await bench.reopen()
    await bench.bus.publish([numbered(quiet, 9_000, quietKey)])
    const after = await collect('g', { maxBatch: 50 })
    await until(() => of(after, tenant).length >= 3_000 - rest && of(after, quiet).length >= 1, 'the rest')
    expect([...of(before, tenant), ...of(after, tenant)]).toEqual(range(3_000))
    expect(of(after, quiet)).toEqual([9_000])
  })

  it('tells how far it is with each tenant, and never too much', async () => {
    const { quiet } = await publishFlood(2_000, 5)
    const last = new Map<TenantId, string>()
    const early: string[] = []
    let progress: Progress | undefined
    const seen = await collect('g', {
      maxBatch: 50,
      async handle(batch) {
        for (const { envelope, position } of batch) {
          const told = progress && placeOf(progress.place, envelope.tenant_id)
          if (told !== undefined && Number(position.offset) < told) early.push(position.offset)
          last.set(envelope.tenant_id, position.offset)
        }
        seen.push(...batch)
        return allOk(batch)
      },
      onProgress: told => {
        progress = told
      },
    })
    const passed = (who: TenantId): boolean =>
      progress !== undefined && placeOf(progress.place, who) > Number(last.get(who) ?? Number.POSITIVE_INFINITY)
    await until(() => seen.length >= 2_005 && passed(tenant) && passed(quiet), 'all events')
    expect(early).toEqual([])
  })

  it('delivers a partition in its own order to a group that asks for it', async () => {
    await publishFlood(1_000, 5)
    const seen = await collect('g', { maxBatch: 50, inOrder: true })
    await until(() => seen.length >= 1_005, 'all events')
    expect(numbersOf(seen)).toEqual(range(1_005))
  })
}
