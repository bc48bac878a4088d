import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createKit, type Log } from '../testing/kit.ts'

const source = `title: Many doors
id: 22222222-2222-4222-8222-222222222222
correlation:
  type: event_count
  rules: [door]
  group-by: [who]
  timespan: 20s
  condition: { gte: 3 }
---
title: One door
name: door
logsource: { product: app }
detection:
  selection: { action: open }
  condition: selection
`

type Kit = Awaited<ReturnType<typeof createKit>>

/**
 * The parts of alerts that are the same for the same events: everything that does not depend on an upload's random
 * rule_id.
 */
const told = (kit: Kit) =>
  kit
    .alerts()
    .map(({ payload, correlation_id }) => ({
      refs: payload.log_event_refs,
      count: payload.count,
      group: payload.group,
      first: payload.first_event_at,
      last: payload.last_event_at,
      correlation_id,
    }))
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

const distinctIds = (kit: Kit): number => new Set(kit.alerts().map(alert => alert.payload.alert_id)).size

describe('correlations in the whole service', () => {
  const event = fc.record({
    at: fc.integer({ min: 0, max: 40 }),
    who: fc.constantFrom('ann', 'bob'),
    late: fc.integer({ min: 0, max: 9 }),
    again: fc.boolean(),
    from: fc.constantFrom('src_one', 'src_two'),
  })

  it('alert on the same windows even if events within the lateness are shuffled, repeated, batched and interrupted by restarts', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { minLength: 1, maxLength: 25 }),
        fc.array(fc.constantFrom('settle', 'restart', 'go on'), { minLength: 5, maxLength: 5 }),
        fc.integer({ min: 1, max: 6 }),
        async (events, turns, size) => {
          const logs = events.map((e, i): Log & { arrival: number; again: boolean } => ({
            id: `e${String(i).padStart(2, '0')}`,
            at: e.at,
            source: e.from,
            fields: { action: 'open', who: e.who },
            arrival: e.at + e.late,
            again: e.again,
          }))
          const calm = await createKit()
          await calm.upload(source)
          await calm.send(...[...logs].sort((a, b) => a.at! - b.at!))
          await calm.silence()

          const rough = await createKit()
          await rough.upload(source)
          const arriving = logs.flatMap(log => (log.again ? [log, log] : [log])).sort((a, b) => a.arrival - b.arrival)
          for (let from = 0, n = 0; from < arriving.length; from += size, n++) {
            await rough.send(...arriving.slice(from, from + size))
            rough.clock.advance(600)
            const turn = turns[n % turns.length]
            if (turn === 'restart') await rough.restart()
            if (turn === 'settle') await rough.settle()
          }
          await rough.silence()
          await rough.silence()
          expect(told(rough)).toEqual(told(calm))
          expect(distinctIds(rough)).toBe(rough.alerts().length)
          await calm.stop()
          await rough.stop()
        },
      ),
      { numRuns: 30 },
    )
  }, 240_000)
})
