import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { topicOf } from '@wardline/events'
import { DAY_MS, tenantId } from '@wardline/kernel'
import { NUMBERED, numbered } from '@wardline/ports/testing'
import { describeWithEngines } from '../testing/describe-with-engines.ts'
import { testConfig } from '../testing/engines.ts'
import { busOf, emptyTopics, removeTopics } from '../testing/harnesses.ts'
import type { KafkaBus } from './bus.ts'

describeWithEngines('what Kafka keeps', engines => {
  const config = testConfig(engines)
  const topic = `${config.prefix}${topicOf(NUMBERED)}`
  let bus: KafkaBus
  beforeAll(async () => {
    bus = await busOf(config)
  }, 60_000)
  afterAll(async () => {
    await bus.close()
    await removeTopics(config)
  }, 60_000)

  it('is known with its time from the settings of the brokers, and known to be gone only when they have removed it', async () => {
    await bus.publish([1, 2, 3].map(n => numbered(tenantId('ten_a'), n)))
    const ends = await bus.topicEnds()
    expect(await bus.topicsKept(ends)).toEqual([topic])
    const until = ends.find(end => end.topic === topic)?.keptUntil ?? 0
    // A week of retention, and the day after which a segment is closed.
    expect(Math.round((until - Date.now()) / DAY_MS)).toBe(8)

    // What retention does, at once.
    await emptyTopics(config)
    expect(await bus.topicsKept(ends)).toEqual([])
    await bus.publish([numbered(tenantId('ten_a'), 4)])
    expect(await bus.topicsKept(ends)).toEqual([])
    expect(await bus.topicsKept(await bus.topicEnds())).toEqual([topic])
  }, 60_000)
})
