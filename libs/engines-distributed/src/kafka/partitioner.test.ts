import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { Partitioners } from 'kafkajs'
import { createPartitioner } from './partitioner.ts'

describe('the partitioner', () => {
  it('puts every key where any other client would, every time, however many partitions there are', () => {
    const ours = createPartitioner()
    const theirs = Partitioners.DefaultPartitioner()
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 64 }), (key, count) => {
        const partitionMetadata = Array.from({ length: count }, (_, partitionId) => ({
          partitionId,
          partitionErrorCode: 0,
          leader: 0,
          replicas: [],
          isr: [],
        }))
        const args = { topic: 't', partitionMetadata, message: { key, value: null } }
        const expected = theirs(args)
        expect([ours(args), ours(args)]).toEqual([expected, expected])
      }),
    )
  })
})
