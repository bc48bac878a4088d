import { jest } from '@jest/globals'
import { logIndexContract, logPartitionsContract } from '@wardline/ports/contracts'
import { describeWithEngines } from './testing/describe-with-engines.ts'
import { testConfig } from './testing/engines.ts'
import { indexHarness } from './testing/harnesses.ts'

jest.setTimeout(180_000)

describeWithEngines('on real engines', engines => {
  logIndexContract('OpenSearch', () => indexHarness(testConfig(engines)))
  logPartitionsContract('OpenSearch', () => indexHarness(testConfig(engines)))
})
