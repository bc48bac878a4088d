import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { createPatience, tenantId } from '@wardline/kernel'
import type { LogWriter, PutResult } from '@wardline/ports'
import { eventItem } from './event-item.ts'
import { IndexBusy, putEvents } from './put-events.ts'

const itemOf = (id: string) =>
  eventItem(tenantId('ten_a'), { event_id: id }, { partitionDay: '2026-11-21', retentionClass: 'standard' })

/** Answers each call with the next of these, then always with the last one. */
function scripted(...answers: readonly ((id: string) => PutResult)[]) {
  const calls: string[][] = []
  const writer: LogWriter = {
    async put(items) {
      const answer = answers[Math.min(calls.length, answers.length - 1)]!
      calls.push(items.map(item => item.eventId))
      return items.map(item => answer(item.eventId))
    },
  }
  return { writer, calls }
}

describe('putting events', () => {
  it('puts again only what the index asks for, and returns results in the order of the items', async () => {
    const { writer, calls } = scripted(
      id => (id === 'b' ? 'retry' : id === 'c' ? { refused: 'mapping' } : 'created'),
      () => 'duplicate',
    )
    expect(await putEvents(writer, ['a', 'b', 'c'].map(itemOf))).toEqual([
      'created',
      'duplicate',
      { refused: 'mapping' },
    ])
    expect(calls).toEqual([['a', 'b', 'c'], ['b']])
  })

  it('gives up in the end, so that the batch is delivered again', async () => {
    const { writer, calls } = scripted(() => 'retry')
    const patience = createPatience({ firstMs: 1, lastMs: 4, budgetMs: 30 })
    await expect(putEvents(writer, [itemOf('a')], patience)).rejects.toThrow(IndexBusy)
    expect(calls.length).toBeGreaterThan(1)
  })

  it('does not try again what an engine has spent the whole budget on', async () => {
    const { writer, calls } = scripted(() => 'retry')
    const slow: LogWriter = {
      async put(items) {
        await sleep(40)
        return writer.put(items)
      },
    }
    const patience = createPatience({ firstMs: 1, lastMs: 4, budgetMs: 30 })
    await expect(putEvents(slow, [itemOf('a')], patience)).rejects.toThrow(IndexBusy)
    expect(calls).toHaveLength(1)
  })

  it('does not call the index when there is nothing to put', async () => {
    const { writer, calls } = scripted(() => 'created')
    expect(await putEvents(writer, [])).toEqual([])
    expect(calls).toEqual([])
  })
})
