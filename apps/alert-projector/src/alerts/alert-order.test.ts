// The order of `alert.created` on its topic, with everything in parallel and any crash in between.
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import type { AnyEnvelope } from '@wardline/events'
import type { TenantId } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { alerts } from '@wardline/registries'
import fc from 'fast-check'
import { createCrashingRegistry } from '../testing/crashing-registry.ts'
import { createKit, deliver, detections, type Kit, OTHER_TENANT, TENANT } from '../testing/kit.ts'

/** A registry whose writes take turns at random, so that what is written in parallel ends in any order. */
const shuffling =
  (delays: readonly number[]) =>
  (registry: Registry): Registry => {
    let n = 0
    return {
      ...registry,
      async write(...args) {
        const turns = delays[n++ % delays.length]!
        if (turns > 0) await sleep(turns)
        return registry.write(...args)
      },
    }
  }

/** Sequences of a tenant's events as a consumer sees them that ignores ids it has seen. */
function sequencesOf(kit: Kit, tenant: TenantId): number[] {
  const seen = new Map<string, number>()
  for (const event of kit.bus.published('alert.created'))
    if (event.tenant_id === tenant && !seen.has(event.id)) seen.set(event.id, event.payload.sequence)
  return [...seen.values()]
}

async function expectOrder(kit: Kit): Promise<void> {
  for (const tenant of [TENANT, OTHER_TENANT]) {
    const stored = await kit.memory.list(alerts, tenant, { order: { by: 'sequence', direction: 'asc' }, limit: 1_000 })
    expect(sequencesOf(kit, tenant)).toEqual(stored.map(({ doc }) => doc.sequence))
    expect(stored.map(({ doc }) => doc.sequence)).toEqual(stored.map((_, i) => i + 1))
  }
}

const delays = fc.array(fc.nat(3), { minLength: 1, maxLength: 20 })
/** Detections of two tenants, cut into batches as a bus may cut them. */
const batchesOf = (sizes: readonly number[]): AnyEnvelope[][] => {
  const all = [...detections('a', 40), ...detections('b', 40, { tenant: OTHER_TENANT, severity: 'high' })]
  const mixed = all.map((_, i) => all[(i * 7) % all.length]!)
  return sizes.map((size, i) => mixed.slice(i * 10, i * 10 + size))
}
const sizes = fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 2, maxLength: 8 })

describe('alert.created of a tenant', () => {
  it('is in the order of sequence, however the writes of its batches are mixed', () =>
    fc.assert(
      fc.asyncProperty(delays, sizes, async (turns, lengths) => {
        const kit = createKit({ throughRegistry: shuffling(turns) })
        for (const batch of batchesOf(lengths)) await deliver(kit, 'alert-projector', batch)
        await expectOrder(kit)
      }),
      { numRuns: 25 },
    ))

  it('is in the order of sequence when several members have batches of the tenant at once, some the same', () =>
    fc.assert(
      fc.asyncProperty(delays, sizes, fc.nat(7), async (turns, lengths, again) => {
        const kit = createKit({ throughRegistry: shuffling(turns) })
        const members = [kit.service, kit.start(), kit.start()]
        const batches = batchesOf(lengths)
        const all = [...batches, batches[again % batches.length]!]
        await Promise.all(
          all.map((batch, i) =>
            deliver({ service: members[i % members.length]!, ports: kit.ports }, 'alert-projector', batch),
          ),
        )
        await expectOrder(kit)
      }),
      { numRuns: 25 },
    ))

  it('is in the order of sequence after a crash at any write, with batches cut anew', () =>
    fc.assert(
      fc.asyncProperty(
        delays,
        sizes,
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom('before' as const, 'after' as const),
        async (turns, lengths, write, when) => {
          const crashing = createCrashingRegistry()
          const kit = createKit({ throughRegistry: registry => crashing.wrap(shuffling(turns)(registry)) })
          crashing.crashAt(write, when)
          const all = batchesOf(lengths).flat()
          let done = 0
          for (const size of lengths.toReversed()) {
            const delivered = await deliver(kit, 'alert-projector', all.slice(done, done + size)).catch(() => undefined)
            if (!delivered) break
            done += size
          }
          crashing.restart()
          const service = kit.start()
          for (let at = done; at < all.length; at += 7)
            await deliver({ service, ports: kit.ports }, 'alert-projector', all.slice(at, at + 7))
          await expectOrder(kit)
        },
      ),
      { numRuns: 40 },
    ))
})
