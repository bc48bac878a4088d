import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { AnyEnvelope } from '@wardline/events'
import type { TenantId } from '@wardline/kernel'
import { type Harness, type MakeEngine, range, someTenant, until } from './contract/harness.ts'
import {
  compareOffsets,
  type Delivery,
  type EventBus,
  type Outcome,
  type Progress,
  type Running,
  type Subscription,
} from './event-bus.ts'
import { placeOf } from './group-place.ts'
import { fact, NUMBERED, numbered } from './testing/sample-events.ts'

const numberOf = (e: AnyEnvelope): number => Number(e.subject.id.slice(4))
const numbersOf = (seen: readonly Delivery[]): number[] => seen.map(d => numberOf(d.envelope))
/** The partition key of {@link numbered}. */
const keyOf = (tenant: TenantId, key: string): string => `${tenant}|rul_contract|${key}`
const allOk = (batch: readonly Delivery[]): Outcome[] => batch.map(() => 'ok')

/** What every EventBus promises. */
export function eventBusContract(name: string, make: MakeEngine<EventBus>): void {
  describe(`${name} is an EventBus`, () => {
    let harness: Harness<EventBus>
    let bus: EventBus
    let running: Running[]
    const tenant = someTenant()

    beforeEach(async () => {
      harness = await make()
      bus = harness.engine
      running = []
    })
    afterEach(async () => {
      await stopAll()
      await harness.close()
    })
    const stopAll = async (): Promise<void> => {
      for (const r of running.splice(0)) await r.stop()
    }
    /** Subscribes and collects what is handled. */
    const collect = async (group: string, extra: Partial<Subscription> = {}): Promise<Delivery[]> => {
      const seen: Delivery[] = []
      running.push(
        await bus.subscribe({
          group,
          kinds: [NUMBERED],
          async handle(batch) {
            seen.push(...batch)
            return allOk(batch)
          },
          ...extra,
        }),
      )
      return seen
    }

    it('delivers what was published, in the order of each key, at positions that grow', async () => {
      for (const n of range(20)) await bus.publish([numbered(tenant, n, 'a'), numbered(tenant, 100 + n, 'b')])
      const seen = await collect('g')
      await until(() => seen.length >= 40, 'forty events')
      for (const key of ['a', 'b']) {
        const mine = seen.filter(d => d.envelope.kind === NUMBERED && d.envelope.payload.group_key === key)
        expect(numbersOf(mine)).toEqual(range(20, key === 'a' ? 0 : 100))
        for (const [i, d] of mine.slice(1).entries()) {
          expect(d.position.partition).toBe(mine[i]?.position.partition)
          expect(compareOffsets(mine[i]?.position.offset ?? '', d.position.offset)).toBeLessThan(0)
        }
      }
    })

    it('keeps the order of a key while many publish at once', async () => {
      const seen = await collect('g')
      await Promise.all(
        range(8).map(async writer => {
          for (const n of range(25)) await bus.publish([numbered(tenant, 1000 * writer + n, `key${writer}`)])
        }),
      )
      await until(() => seen.length >= 200, 'all events')
      for (const writer of range(8))
        expect(numbersOf(seen).filter(n => Math.floor(n / 1000) === writer)).toEqual(range(25, 1000 * writer))
    })

    it('carries any text unharmed', async () => {
      const texts = [
        'line\nbreak\r\n',
        '\u0000 NUL',
        '\u2028\u2029',
        '"quoted" \\',
        'ß İ 日本 👩‍💻',
        '\ud800 alone',
        'x'.repeat(1000),
      ]
      await bus.publish(texts.map((text, i) => numbered(tenant, i, 'a', text)))
      const seen = await collect('g')
      await until(() => seen.length >= texts.length, 'all texts')
      expect(seen.map(d => d.envelope.kind === NUMBERED && d.envelope.payload.value)).toEqual(texts)
    })

    it('delivers every event to every group, and all retained events to a group that starts late', async () => {
      await bus.publish([numbered(tenant, 1), numbered(tenant, 2)])
      const first = await collect('first')
      await until(() => first.length === 2, 'the first group')
      const late = await collect('late')
      await until(() => late.length === 2, 'the late group')
      expect(numbersOf(late)).toEqual([1, 2])
    })

    it('delivers to a subscription only its kinds', async () => {
      await bus.publish([fact(tenant, 'evt_1'), numbered(tenant, 2), fact(tenant, 'evt_3')])
      const seen = await collect('g')
      const both = await collect('both', { kinds: [NUMBERED, 'internal.evidence.fact'] })
      await until(() => seen.length >= 1 && both.length >= 3, 'the events')
      expect(numbersOf(seen)).toEqual([2])
      expect(numbersOf(both).sort()).toEqual([1, 2, 3])
    })

    it('shares the events of a group among its members, and one takes over from another', async () => {
      const one = await collect('g')
      const two = await collect('g')
      await bus.publish(range(10).map(n => numbered(tenant, n)))
      await until(() => one.length + two.length >= 10, 'ten events')
      await running.shift()?.stop()
      await bus.publish(range(10, 10).map(n => numbered(tenant, n)))
      await until(() => one.length + two.length >= 20, 'twenty events')
      expect(numbersOf([...one, ...two]).sort((a, b) => a - b)).toEqual(range(20))
    })

    it('delivers at most `maxBatch` events at a time', async () => {
      await bus.publish(range(25).map(n => numbered(tenant, n)))
      const sizes: number[] = []
      await collect('g', {
        maxBatch: 10,
        async handle(batch) {
          sizes.push(batch.length)
          return allOk(batch)
        },
      })
      await until(() => sizes.reduce((a, b) => a + b, 0) >= 25, 'all events')
      expect(Math.max(...sizes)).toBeLessThanOrEqual(10)
    })

    /** Publishes a backlog of one tenant, then a few events of another, all on one partition. */
    const publishFlood = async (flood: number, few: number): Promise<{ quiet: TenantId; quietKey: string }> => {
      const quiet = someTenant()
      const { partition } = await bus.endPosition(NUMBERED, keyOf(tenant, 'a'))
      let quietKey = ''
      for (let n = 0; quietKey === ''; n++)
        if ((await bus.endPosition(NUMBERED, keyOf(quiet, `key${n}`))).partition === partition) quietKey = `key${n}`
      for (let n = 0; n < flood; n += 500)
        await bus.publish(range(Math.min(500, flood - n), n).map(i => numbered(tenant, i)))
      await bus.publish(range(few, flood).map(i => numbered(quiet, i, quietKey)))
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
      bus = await harness.reopen()
      await bus.publish([numbered(quiet, 9_000, quietKey)])
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

    it('delivers a batch again after a throw, and skips nothing', async () => {
      await bus.publish(range(30).map(n => numbered(tenant, n)))
      const handled: number[] = []
      let throws = 3
      await collect('g', {
        maxBatch: 7,
        async handle(batch) {
          if (handled.length >= 7 && throws-- > 0) throw new Error('a store is down')
          handled.push(...numbersOf(batch))
          return allOk(batch)
        },
      })
      await until(() => handled.length >= 30, 'all events')
      expect(throws).toBeLessThan(0)
      expect(handled).toEqual(range(30))
    })

    it('treats a result without one outcome per event as a throw', async () => {
      await bus.publish([numbered(tenant, 1), numbered(tenant, 2)])
      let calls = 0
      const handled: number[] = []
      await collect('g', {
        async handle(batch) {
          if (calls++ === 0) return []
          handled.push(...numbersOf(batch))
          return allOk(batch)
        },
      })
      await until(() => handled.length >= 2, 'the second delivery')
      expect(handled).toEqual([1, 2])
    })

    it('does not deliver again what was dropped', async () => {
      await bus.publish([numbered(tenant, 1), numbered(tenant, 2)])
      const seen = await collect('g', { handle: async batch => batch.map(() => ({ drop: 'not_mine' })) })
      await until(() => running[0]?.health().lag === 0, 'no lag')
      await stopAll()
      const after = await collect('g')
      await bus.publish([numbered(tenant, 3)])
      await until(() => after.length > 0, 'the third event')
      expect(numbersOf([...seen, ...after])).toEqual([3])
    })

    it('treats an unknown outcome, such as an unsaved rejection, as a throw', async () => {
      await bus.publish([numbered(tenant, 1), numbered(tenant, 2)])
      let calls = 0
      const handled: number[] = []
      await collect('g', {
        async handle(batch) {
          if (calls++ === 0) return batch.map(() => ({ reject: 'broken' })) as never
          handled.push(...numbersOf(batch))
          return allOk(batch)
        },
      })
      await until(() => handled.length >= 2, 'the second delivery')
      expect(handled).toEqual([1, 2])
    })

    it('continues after a restart where a group was, and keeps what no group has handled', async () => {
      await bus.publish(range(5).map(n => numbered(tenant, n)))
      const before = await collect('g')
      await until(() => before.length === 5, 'five events')
      await stopAll()
      await bus.publish([numbered(tenant, 5)])
      bus = await harness.reopen()
      await bus.publish([numbered(tenant, 6)])
      const after = await collect('g')
      await until(() => after.length >= 2, 'the events since')
      expect(numbersOf(after)).toEqual([5, 6])
      expect(compareOffsets(before[4]?.position.offset ?? '', after[0]?.position.offset ?? '')).toBeLessThan(0)
    })

    it('returns an end position after everything published before', async () => {
      const empty = await bus.endPosition(NUMBERED, `${tenant}|rul_contract|a`)
      await bus.publish(range(3).map(n => numbered(tenant, n)))
      const end = await bus.endPosition(NUMBERED, `${tenant}|rul_contract|a`)
      const seen = await collect('g')
      await until(() => seen.length === 3, 'three events')
      for (const { position } of seen) {
        expect(position.partition).toBe(end.partition)
        expect(compareOffsets(position.offset, end.offset)).toBeLessThan(0)
        expect(compareOffsets(empty.offset, position.offset)).toBeLessThanOrEqual(0)
      }
    })

    it('says which topics a group has not read to an earlier end, and which still keep what was there then', async () => {
      const seen = await collect('g')
      await bus.publish([numbered(tenant, 1)])
      await until(() => seen.length === 1, 'an event')
      const before = await bus.topicEnds()
      await until(async () => (await bus.topicsUnread(before, ['g'])).length === 0, 'the position of the group')
      const kept = await bus.topicsKept(before)
      expect(kept).toHaveLength(1)
      expect(before.find(end => end.topic === kept[0])?.keptUntil).toBeGreaterThan(0)
      await stopAll()
      await bus.publish([numbered(tenant, 2)])
      const after = await bus.topicEnds()
      expect(await bus.topicsUnread(before, ['g'])).toEqual([])
      expect(await bus.topicsUnread(after, ['other', 'g'])).toEqual(kept)
      expect(await bus.topicsUnread(after, ['other'])).toEqual([])
      expect(await bus.topicsKept(after)).toEqual(kept)
    })

    it('publishes nothing of a batch if one of its events does not match its schema', async () => {
      const bad = { ...numbered(tenant, 2), payload: {} } as unknown as ReturnType<typeof numbered>
      await expect(bus.publish([numbered(tenant, 1), bad])).rejects.toThrow()
      await bus.publish([numbered(tenant, 3)])
      const seen = await collect('g')
      await until(() => seen.length > 0, 'the good event')
      expect(numbersOf(seen)).toEqual([3])
    })

    it('carries the trace of an event beside it, and none where there is none', async () => {
      const traces = new Map([1, 2].map(n => [`evt_${n}`, `00-${String(n).repeat(32)}-${String(n).repeat(16)}-01`]))
      await bus.publish(
        range(4).map(n => numbered(tenant, n)),
        event => traces.get(event.subject.id) ?? (event.subject.id === 'evt_3' ? 'no "trace"' : undefined),
      )
      const seen = await collect('g')
      await until(() => seen.length === 4, 'the events')
      expect(numbersOf(seen)).toEqual([0, 1, 2, 3])
      expect(seen.map(d => d.traceparent)).toEqual([undefined, traces.get('evt_1'), traces.get('evt_2'), undefined])
      for (const { envelope } of seen) expect(JSON.stringify(envelope)).not.toContain('traceparent')
    })

    it('tells how far a group is behind and whether its handler fails', async () => {
      let down = true
      await collect('g', {
        async handle(batch) {
          if (down) throw new Error('a store is down')
          return allOk(batch)
        },
      })
      const health = () => running[0]?.health()
      await bus.publish([numbered(tenant, 1), numbered(tenant, 2)])
      await until(() => health()?.failing === true && health()?.lag === 2, 'a failing handler')
      down = false
      await until(() => health()?.failing === false && health()?.lag === 0, 'a handler that caught up')
    })

    it('aborts a handler when it is stopped, and delivers again what it did not finish', async () => {
      await bus.publish([numbered(tenant, 1)])
      let started = false
      await collect('g', {
        async handle(_, { signal }) {
          started = true
          await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
          return []
        },
      })
      await until(() => started, 'the handler')
      await stopAll()
      const seen = await collect('g')
      await until(() => seen.length === 1, 'the event again')
      expect(numbersOf(seen)).toEqual([1])
    })
  })
}
