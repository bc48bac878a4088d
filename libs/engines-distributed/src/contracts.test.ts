import { jest } from '@jest/globals'
import {
  eventBusContract,
  logCountsContract,
  logIndexContract,
  logPartitionsContract,
  logWalkContract,
  registryContract,
} from '@wardline/ports/contracts'
import { describeWithEngines } from './testing/describe-with-engines.ts'
import { testConfig } from './testing/engines.ts'
import { busHarness, indexHarness, registryHarness } from './testing/harnesses.ts'

jest.setTimeout(180_000)

describeWithEngines('on real engines', engines => {
  eventBusContract('Kafka', () => busHarness(testConfig(engines)))
  registryContract('MongoDB', () => registryHarness(testConfig(engines)))
  logIndexContract('OpenSearch', () => indexHarness(testConfig(engines)))
  logPartitionsContract('OpenSearch', () => indexHarness(testConfig(engines)))
  logCountsContract('OpenSearch', () => indexHarness(testConfig(engines)))
  logWalkContract('OpenSearch', () => indexHarness(testConfig(engines)))
})
