import {
  eventBusContract,
  logCountsContract,
  logIndexContract,
  logPartitionsContract,
  logWalkContract,
  registryContract,
} from '@wardline/ports/contracts'
import { partOf, temporaryEngines } from './testing/temporary.ts'

eventBusContract('the embedded bus', async () => partOf(await temporaryEngines(), e => e.bus))
registryContract('the embedded registry', async () => partOf(await temporaryEngines(), e => e))
logIndexContract('the embedded log index', async () => partOf(await temporaryEngines(), e => e.index))
logCountsContract('the embedded log index', async () => partOf(await temporaryEngines(), e => e.index))
logPartitionsContract('the embedded log index', async () => partOf(await temporaryEngines(), e => e.index))
logWalkContract('the embedded log index', async () => partOf(await temporaryEngines(), e => e.index))
