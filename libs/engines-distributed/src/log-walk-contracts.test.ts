import { jest } from '@jest/globals'
import { logCountsContract, logWalkContract } from '@wardline/ports/contracts'
import { describeWithEngines } from './testing/describe-with-engines.ts'
import { testConfig } from './testing/engines.ts'
import { indexHarness } from './testing/harnesses.ts'

jest.setTimeout(180_000)

describeWithEngines('on real engines', engines => {
  logCountsContract('OpenSearch', () => indexHarness(testConfig(engines)))
  logWalkContract('OpenSearch', () => indexHarness(testConfig(engines)))
})
