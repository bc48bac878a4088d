import { expect } from '@jest/globals'
import { DAY_MS, rfc3339, type TenantId } from '@wardline/kernel'
import { archives } from '@wardline/registries'
import { classOf, DEFAULT, Model, type ModelEvent, type Setting } from './model.ts'
import type { World } from './world.ts'

/** Twelve settings in the platform's four classes, the bounds among them. */
export const SETTINGS: readonly Setting[] = [
  DEFAULT,
  [8, 8, 8],
  [8, 30, 365],
  [8, 20, 40],
  [20, 90, 730],
  [30, 60, 60],
  [30, 90, 3650],
  [60, 90, 400],
  [45, 180, 1000],
  [90, 180, 180],
  [90, 365, 365],
  [90, 365, 3650],
]

/** One step of a simulated life. */
export interface Step {
  /** Days that pass before it. */
  readonly days: number
  /** Events that arrive, by the place of their tenant; `late` days after they happened, `receivedLate` days after they were received. */
  readonly arrivals: readonly { readonly tenant: number; readonly late: number; readonly receivedLate: number }[]
  readonly changes: readonly { readonly tenant: number; readonly setting: number }[]
  /** Tenants whose legal hold is set or lifted. */
  readonly holds: readonly number[]
}

/**
 * Lives through the steps, in which the ledger must agree with the stores whatever moves, and compares the world with the model: after each one what has just changed its tier and some others, and at
 * `inspections` everything, object by object and partition by partition.
 */
export async function simulate(world: World, steps: readonly Step[], inspectEvery: number): Promise<Model> {
  const model = new Model()
  const last = new Map<string, string>()
  for (const [i, tenant] of world.tenants.entries()) await changeSetting(world, model, tenant, i % SETTINGS.length)
  for (const [n, step] of steps.entries()) {
    world.clock.advance(step.days * DAY_MS)
    for (const { tenant, setting } of step.changes)
      await changeSetting(world, model, tenantAt(world, tenant), setting % SETTINGS.length)
    for (const tenant of new Set(step.holds)) await toggleHold(world, model, tenantAt(world, tenant))
    for (const arrival of step.arrivals) await arrive(world, model, arrival)
    await world.moveTiers()
    if (n % 4 === 0) expect([n, await world.recountLedger()]).toEqual([n, 0])
    const now = world.clock.now()
    model.settle(now)
    const fresh = model.events.filter(event => last.get(event.id) !== model.expected(event, now))
    const some = model.events.filter((_, i) => i % 29 === n % 29)
    for (const event of new Set([...fresh, ...some])) {
      const expected = model.expected(event, now)
      expect([n, event.day, event.className, await world.tierOf(event.tenant, event.id)]).toEqual([
        n,
        event.day,
        event.className,
        expected,
      ])
      last.set(event.id, expected)
    }
    const watched = fresh[0]?.tenant ?? tenantAt(world, n)
    await expectSearch(world, model, watched, now)
    if (n % inspectEvery === inspectEvery - 1 || n === steps.length - 1) await inspect(world, model)
  }
  return model
}

const tenantAt = (world: World, i: number): TenantId => world.tenants[i % world.tenants.length] as TenantId

async function changeSetting(world: World, model: Model, tenant: TenantId, setting: number): Promise<void> {
  const [hot_days, warm_days, cold_days] = SETTINGS[setting] as Setting
  await world.call('updateRetention', tenant, { body: { hot_days, warm_days, cold_days }, ifMatch: '*' })
  model.change(tenant, [hot_days, warm_days, cold_days], world.clock.now())
  // Services know settings at most two seconds late.
  world.clock.advance(2_001)
}

async function toggleHold(world: World, model: Model, tenant: TenantId): Promise<void> {
  const active = !model.held.has(tenant)
  await world.call('updateLegalHold', tenant, { body: { active }, ifMatch: '*' })
  if (active) model.held.add(tenant)
  else model.held.delete(tenant)
}

async function arrive(world: World, model: Model, a: Step['arrivals'][number]): Promise<void> {
  const tenant = tenantAt(world, a.tenant)
  const receivedAt = world.clock.now() - a.receivedLate * DAY_MS
  const time = receivedAt - a.late * DAY_MS
  const ownDay = rfc3339(a.late <= 7 ? time : receivedAt).slice(0, 10)
  const [className] = classOf(model.settingAt(tenant, receivedAt))
  const partitions = await world.index.partitions()
  const sealed = partitions.some(p => p.day === ownDay && p.retentionClass === className && p.tier === 'warm')
  const id = await world.deliver({ tenant, eventTime: time, receivedAt })
  const day = sealed ? rfc3339(world.clock.now()).slice(0, 10) : ownDay
  model.events.push({ tenant, id, time, day, className, gone: false })
}

/** A search finds exactly what is hot or warm, and names the days that it could not see. */
async function expectSearch(world: World, model: Model, tenant: TenantId, now: number): Promise<void> {
  const [from, to] = [now - 119 * DAY_MS, now + DAY_MS]
  const mine = model.events.filter(e => e.tenant === tenant && e.time >= from && e.time < to)
  const search = `from=${rfc3339(from)}&to=${rfc3339(to)}&limit=200`
  const { body } = await world.call('searchLogs', tenant, { search })
  const { items, coverage } = body as {
    items: { event_id: string }[]
    coverage: { incomplete: { from: string; to: string; reason: string }[] }
  }
  const of = (wanted: readonly string[]): ModelEvent[] => mine.filter(e => wanted.includes(model.expected(e, now)))
  expect(items.map(i => i.event_id).sort()).toEqual(
    of(['hot', 'warm'])
      .map(e => e.id)
      .sort(),
  )
  for (const { day } of of(['archived']))
    expect(coverage.incomplete.some(i => i.reason === 'cold' && i.from <= day && i.to >= day)).toBe(true)
}

/** Every event is in exactly one place, which is the one that it should be in; every object is what its manifest says. */
export async function inspect(world: World, model: Model): Promise<void> {
  const now = world.clock.now()
  const places = new Map<string, string[]>()
  const found = (id: string, place: string): void => void places.set(id, [...(places.get(id) ?? []), place])
  for (const partition of await world.index.partitions())
    for (const tenant of await world.index.tenantsOf(partition)) {
      const page = await world.index.readPartition(partition, tenant, { limit: 1000 })
      expect(page.next).toBeNull()
      for (const event of page.events) found(String(event.event_id), partition.tier)
    }
  for (const tenant of world.tenants) {
    let objects = 0
    for await (const _name of world.archive.list(tenant)) objects++
    // A record whose object is gone stays for as long as its evidence waits to be published.
    const records = await world.registry.list(archives, tenant, { where: { state: 'archived' }, limit: 1000 })
    expect(await world.registry.count(archives, tenant, { state: 'staged' }, 1)).toBe(0)
    expect(objects).toBe(records.length)
    const verified = await world.call('verifyArchives', tenant)
    expect(verified.body).toMatchObject({ damaged: [] })
    const archived = model.events.filter(e => e.tenant === tenant && model.expected(e, now) === 'archived')
    expect(records.reduce((sum, { doc }) => sum + doc.manifest.events, 0)).toBe(archived.length)
    for (const { id } of archived) if (await world.archive.holds(tenant, id)) found(id, 'archived')
  }
  for (const event of model.events) {
    const expected = model.expected(event, now)
    expect([event.id, places.get(event.id) ?? []]).toEqual([event.id, expected === 'gone' ? [] : [expected]])
  }
  expect(places.size).toBe(model.events.filter(e => model.expected(e, now) !== 'gone').length)
}
