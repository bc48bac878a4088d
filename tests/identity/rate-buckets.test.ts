import { rateBucketsContract } from '@wardline/ports/contracts'
import { describeWithEngines } from '../../libs/engines-distributed/src/testing/describe-with-engines.ts'
import { testConfig } from '../../libs/engines-distributed/src/testing/engines.ts'
import { registryHarness } from '../../libs/engines-distributed/src/testing/harnesses.ts'
import { temporaryEngines } from '../../libs/engines-embedded/src/testing/temporary.ts'
import { bucketEngines } from '../../libs/service-kit/src/testing/bucket-engines.ts'

rateBucketsContract('buckets shared over the embedded registry', async () => {
  const engines = await temporaryEngines()
  return bucketEngines(engines.engine.registry, () => engines.close())
})

describeWithEngines('with real engines', engines => {
  rateBucketsContract('buckets shared over MongoDB', async () => {
    const harness = await registryHarness(testConfig(engines))
    return bucketEngines(harness.engine.registry, () => harness.close())
  })
})
