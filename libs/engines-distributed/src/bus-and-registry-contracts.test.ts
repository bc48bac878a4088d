import { jest } from '@jest/globals'
import { eventBusContract, registryContract } from '@wardline/ports/contracts'
import { describeWithEngines } from './testing/describe-with-engines.ts'
import { testConfig } from './testing/engines.ts'
import { busHarness, registryHarness, silentRegistryHarness } from './testing/harnesses.ts'

jest.setTimeout(180_000)

describeWithEngines('on real engines', engines => {
  eventBusContract('Kafka', () => busHarness(testConfig(engines)))
  registryContract(
    'MongoDB',
    () => registryHarness(testConfig(engines)),
    () => silentRegistryHarness(testConfig(engines)),
  )
})
