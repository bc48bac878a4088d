import { afterEach, describe, expect, it } from '@jest/globals'
import { type DistributedEngines, openDistributed } from '@wardline/engines-distributed'
import {
  findEngines,
  removeCollections,
  removeTopics,
  silentLog,
  testConfig,
} from '@wardline/engines-distributed/testing'
import { alertOrder } from '../support/alert-order.ts'

const config = testConfig(findEngines()!)
let engines: DistributedEngines
afterEach(async () => {
  await engines?.close()
  await removeTopics(config)
  await removeCollections(config)
})

describe('alert.created on Kafka', () => {
  it('is in the order of sequence, for each tenant and without a gap', async () => {
    engines = await openDistributed({ config, log: silentLog })
    const { seen, expected } = await alertOrder(engines)
    for (const sequences of seen) expect(sequences).toEqual(Array.from({ length: expected }, (_, i) => i + 1))
  }, 120_000)
})
