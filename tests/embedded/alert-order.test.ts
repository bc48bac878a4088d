import { afterEach, describe, expect, it } from '@jest/globals'
import { type EmbeddedEngines, openEmbedded } from '@wardline/engines-embedded'
import { removeDataDir, temporaryDataDir } from '../../tools/instance/start.ts'
import { alertOrder } from '../support/alert-order.ts'

const dataDir = temporaryDataDir()
let engines: EmbeddedEngines
afterEach(async () => {
  await engines?.close()
  removeDataDir(dataDir)
})

describe('alert.created on the embedded bus', () => {
  it('is in the order of sequence, for each tenant and without a gap', async () => {
    engines = await openEmbedded({ dataDir })
    const { seen, expected } = await alertOrder(engines)
    for (const sequences of seen) expect(sequences).toEqual(Array.from({ length: expected }, (_, i) => i + 1))
  }, 90_000)
})
