import { describe, expect, it } from '@jest/globals'
import { HOUR_MS, unseal } from '@wardline/kernel'
import { TENANT } from '@wardline/service-kit/testing'
import fc from 'fast-check'
import type { Fault } from '../../tools/simulators/simulator.ts'
import { createKit, type Kit, PROVIDERS } from './kit.ts'

const DAY = 24 * HOUR_MS

/** Which devices of the fleet the connector says are missing, by the fleet's own ids. */
async function missing(kit: Kit): Promise<string[]> {
  const key = kit.ports.keyring.key(TENANT, 'mdm')
  return (await kit.snapshots())
    .filter(d => d.missing_since !== null)
    .map(d => unseal(key, d.sealed_reference, d.id).toString())
    .map(reference => String(Number(reference.split(/[:-]/).at(-1))))
    .sort()
}

describe.each(PROVIDERS)('absence at %s', provider => {
  it('takes two complete walks at least 24 h apart, and a device that comes back was never away', async () => {
    const kit = createKit({ provider })
    const id = await kit.connect()
    await kit.sync(id)
    kit.fleet.remove('3')
    expect((await kit.sync(id)).counts.missing).toBe(1)
    expect(await missing(kit)).toEqual([])
    kit.clock.advance(DAY - HOUR_MS)
    await kit.sync(id)
    expect(await missing(kit)).toEqual([])
    kit.clock.advance(2 * HOUR_MS)
    await kit.sync(id)
    expect(await missing(kit)).toEqual(['3'])
    expect(await kit.snapshots()).toHaveLength(25)
  })

  it('is not believed when the provider, asked for the very device, still has it', async () => {
    const kit = createKit({ provider, platforms: ['macOS'] })
    const id = await kit.connect()
    await kit.sync(id)
    kit.simulator.fault = (_n, r) =>
      /managedDevices$|inventory$|detail$/.test(r.url.pathname) ? { omit: 4 } : undefined
    for (let day = 0; day < 4; day++) {
      kit.clock.advance(DAY + HOUR_MS)
      await kit.sync(id)
    }
    expect(await missing(kit)).toEqual([])
  })

  it('is left open when the provider does not say', async () => {
    const kit = createKit({ provider })
    const id = await kit.connect()
    await kit.sync(id)
    kit.fleet.remove('3')
    kit.simulator.fault = (_n, r) =>
      /managedDevices$|inventory$|detail$/.test(r.url.pathname) ? undefined : { status: 403 }
    await kit.sync(id)
    kit.clock.advance(DAY + HOUR_MS)
    expect((await kit.sync(id)).state).toBe('succeeded')
    expect(await missing(kit)).toEqual([])
    kit.simulator.fault = () => undefined
    await kit.sync(id)
    expect(await missing(kit)).toEqual(['3'])
  })

  it('of half a fleet at once marks nothing and raises an alarm, until an operator says that it is so', async () => {
    const kit = createKit({ provider })
    const alarms: string[] = []
    kit.restart({
      ...kit.ports,
      alarms: { raise: name => void alarms.push(name), clear() {} },
    })
    const id = await kit.connect()
    await kit.sync(id)
    const gone = kit.fleet
      .list()
      .slice(0, 14)
      .map(d => d.id)
    for (const device of gone) kit.fleet.remove(device)
    for (let day = 0; day < 3; day++) {
      expect(await kit.sync(id)).toMatchObject({
        state: 'partial',
        error_code: 'mass_disappearance',
        counts: { missing: 14 },
      })
      kit.clock.advance(DAY + HOUR_MS)
    }
    expect(alarms.filter(a => a === 'mdm_mass_disappearance')).toHaveLength(3)
    expect(await kit.connection(id)).toMatchObject({ state: 'error', error_code: 'mass_disappearance' })
    expect((await kit.snapshots()).every(d => d.absent_since === null)).toBe(true)
    await kit.patch(id, { state: 'active' })
    expect((await kit.sync(id)).state).toBe('succeeded')
    kit.clock.advance(DAY + HOUR_MS)
    expect((await kit.sync(id)).state).toBe('succeeded')
    expect(await missing(kit)).toEqual(gone.sort())
  })
})

/** What may happen in a schedule: time passes, the fleet changes, and one request or all of a kind go wrong. */
const fault = fc.oneof<fc.Arbitrary<Fault>[]>(
  fc.constantFrom<Fault>('html', 'half_json', 'hangs', 'cut', 'loop', 'short', 'token_expired'),
  fc.constantFrom(400, 401, 403, 410, 429, 500, 503).map(status => ({ status })),
  fc.nat(40).map(omit => ({ omit })),
)
const step = fc.record({
  hours: fc.integer({ min: 0, max: 40 }),
  remove: fc.array(fc.nat(60), { maxLength: 1 }),
  add: fc.nat(2),
  faults: fc.array(fc.record({ at: fc.nat(12), for: fc.integer({ min: 1, max: 8 }), fault }), { maxLength: 2 }),
  inMidWalk: fc.option(fc.record({ at: fc.nat(10), remove: fc.nat(60), add: fc.nat(1) })),
})

describe.each(PROVIDERS)('over randomized fault schedules, %s', provider => {
  it('never says that a device is missing that the provider has, and in the end misses every one that it has not', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async steps => {
        const kit = createKit({ provider, devices: 30, pageSize: 6 })
        const id = await kit.connect()
        const remove = (n: number): void => {
          const all = kit.fleet.list()
          if (all.length > 24) kit.fleet.remove(all[n % all.length]!.id)
        }
        for (const s of steps) {
          kit.clock.advance(s.hours * HOUR_MS)
          for (const n of s.remove) remove(n)
          kit.fleet.add(s.add)
          let asked = 0
          kit.simulator.fault = () => {
            const n = asked++
            if (s.inMidWalk?.at === n) {
              remove(s.inMidWalk.remove)
              kit.fleet.add(s.inMidWalk.add)
            }
            return s.faults.find(f => n >= f.at && n < f.at + f.for)?.fault
          }
          await kit.sync(id)
          const wrong = (await missing(kit)).filter(device => kit.fleet.get(device))
          expect(wrong).toEqual([])
        }
        kit.simulator.fault = () => undefined
        const known = new Set((await kit.snapshots()).map(d => d.id))
        for (let day = 0; day < 3; day++) {
          kit.clock.advance(DAY + HOUR_MS)
          expect(await kit.sync(id)).toMatchObject({ state: 'succeeded', complete: true })
        }
        const present = (await kit.snapshots()).filter(d => !d.missing)
        expect(present).toHaveLength(kit.fleet.list().length)
        expect((await missing(kit)).filter(device => kit.fleet.get(device))).toEqual([])
        for (const device of known) expect((await kit.snapshots()).some(d => d.id === device)).toBe(true)
      }),
      { numRuns: 250 },
    )
  })
})
