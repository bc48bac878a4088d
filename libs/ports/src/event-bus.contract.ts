import { describe, expect, it } from '@jest/globals'
import { allOk, busBench, numbersOf } from './contract/bus-bench.ts'
import { type MakeEngine, range, until } from './contract/harness.ts'
import { compareOffsets, type EventBus } from './event-bus.ts'
import { tenantTurnsContract } from './tenant-turns.contract.ts'
import { fact, NUMBERED, numbered } from './testing/sample-events.ts'

/** What every EventBus promises. */
export function eventBusContract(name: string, make: MakeEngine<EventBus>): void {
  describe(`${name} is an EventBus`, () => {
    const bench = busBench(make)
    const { tenant, running, collect, stopAll } = bench

    it('delivers what was published, in the order of each key, at positions that grow', async () => {
      for (const n of range(20)) await bench.bus.publish([numbered(tenant, n, 'a'), numbered(tenant, 100 + n, 'b')])
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
          for (const n of range(25)) await bench.bus.publish([numbered(tenant, 1000 * writer + n, `key${writer}`)])
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
      await bench.bus.publish(texts.map((text, i) => numbered(tenant, i, 'a', text)))
      const seen = await collect('g')
      await until(() => seen.length >= texts.length, 'all texts')
      expect(seen.map(d => d.envelope.kind === NUMBERED && d.envelope.payload.value)).toEqual(texts)
    })

    it('delivers every event to every group, and all retained events to a group that starts late', async () => {
      await bench.bus.publish([numbered(tenant, 1), numbered(tenant, 2)])
      const first = await collect('first')
      await until(() => first.length === 2, 'the first group')
      const late = await collect('late')
      await until(() => late.length === 2, 'the late group')
      expect(numbersOf(late)).toEqual([1, 2])
    })

    it('delivers to a subscription only its kinds', async () => {
      await bench.bus.publish([fact(tenant, 'evt_1'), numbered(tenant, 2), fact(tenant, 'evt_3')])
      const seen = await collect('g')
      const both = await collect('both', { kinds: [NUMBERED, 'internal.evidence.fact'] })
      await until(() => seen.length >= 1 && both.length >= 3, 'the events')
      expect(numbersOf(seen)).toEqual([2])
      expect(numbersOf(both).sort()).toEqual([1, 2, 3])
    })

    it('shares the events of a group among its members, and one takes over from another', async () => {
      const one = await collect('g')
      const two = await collect('g')
      await bench.bus.publish(range(10).map(n => numbered(tenant, n)))
      await until(() => one.length + two.length >= 10, 'ten events')
      await running.shift()?.stop()
      await bench.bus.publish(range(10, 10).map(n => numbered(tenant, n)))
      await until(() => one.length + two.length >= 20, 'twenty events')
      expect(numbersOf([...one, ...two]).sort((a, b) => a - b)).toEqual(range(20))
    })

    it('delivers at most `maxBatch` events at a time', async () => {
      await bench.bus.publish(range(25).map(n => numbered(tenant, n)))
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

    it('delivers a batch again after a throw, and skips nothing', async () => {
      await bench.bus.publish(range(30).map(n => numbered(tenant, n)))
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
      await bench.bus.publish([numbered(tenant, 1), numbered(tenant, 2)])
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
      await bench.bus.publish([numbered(tenant, 1), numbered(tenant, 2)])
      let dropped = 0
      const seen = await collect('g', {
        async handle(batch) {
          dropped += batch.length
          return batch.map(() => ({ drop: 'not_mine' }))
        },
      })
      await until(() => dropped === 2 && running[0]?.health().lag === 0, 'no lag')
      await stopAll()
      const after = await collect('g')
      await bench.bus.publish([numbered(tenant, 3)])
      await until(() => after.length > 0, 'the third event')
      expect(numbersOf([...seen, ...after])).toEqual([3])
    })

    it('treats an unknown outcome, such as an unsaved rejection, as a throw', async () => {
      await bench.bus.publish([numbered(tenant, 1), numbered(tenant, 2)])
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
      await bench.bus.publish(range(5).map(n => numbered(tenant, n)))
      const before = await collect('g')
      await until(() => before.length === 5, 'five events')
      await stopAll()
      await bench.bus.publish([numbered(tenant, 5)])
      await bench.reopen()
      await bench.bus.publish([numbered(tenant, 6)])
      const after = await collect('g')
      await until(() => after.length >= 2, 'the events since')
      expect(numbersOf(after)).toEqual([5, 6])
      expect(compareOffsets(before[4]?.position.offset ?? '', after[0]?.position.offset ?? '')).toBeLessThan(0)
    })

    it('returns an end position after everything published before', async () => {
      const empty = await bench.bus.endPosition(NUMBERED, `${tenant}|rul_contract|a`)
      await bench.bus.publish(range(3).map(n => numbered(tenant, n)))
      const end = await bench.bus.endPosition(NUMBERED, `${tenant}|rul_contract|a`)
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
      await bench.bus.publish([numbered(tenant, 1)])
      await until(() => seen.length === 1, 'an event')
      const before = await bench.bus.topicEnds()
      await until(async () => (await bench.bus.topicsUnread(before, ['g'])).length === 0, 'the position of the group')
      const kept = await bench.bus.topicsKept(before)
      expect(kept).toHaveLength(1)
      expect(before.find(end => end.topic === kept[0])?.keptUntil).toBeGreaterThan(0)
      await stopAll()
      await bench.bus.publish([numbered(tenant, 2)])
      const after = await bench.bus.topicEnds()
      expect(await bench.bus.topicsUnread(before, ['g'])).toEqual([])
      expect(await bench.bus.topicsUnread(after, ['other', 'g'])).toEqual(kept)
      expect(await bench.bus.topicsUnread(after, ['other'])).toEqual([])
      expect(await bench.bus.topicsKept(after)).toEqual(kept)
    })

    it('publishes nothing of a batch if one of its events does not match its schema', async () => {
      const bad = { ...numbered(tenant, 2), payload: {} } as unknown as ReturnType<typeof numbered>
      await expect(bench.bus.publish([numbered(tenant, 1), bad])).rejects.toThrow()
      await bench.bus.publish([numbered(tenant, 3)])
      const seen = await collect('g')
      await until(() => seen.length > 0, 'the good event')
      expect(numbersOf(seen)).toEqual([3])
    })

    it('carries the trace of an event beside it, and none where there is none', async () => {
      const traces = new Map([1, 2].map(n => [`evt_${n}`, `00-${String(n).repeat(32)}-${String(n).repeat(16)}-01`]))
      await bench.bus.publish(
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
      await bench.bus.publish([numbered(tenant, 1), numbered(tenant, 2)])
      await until(() => health()?.failing === true && health()?.lag === 2, 'a failing handler')
      down = false
      await until(() => health()?.failing === false && health()?.lag === 0, 'a handler that caught up')
    })

    it('aborts a handler when it is stopped, and delivers again what it did not finish', async () => {
      await bench.bus.publish([numbered(tenant, 1)])
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

    tenantTurnsContract(bench)
  })
}
