import {
  archiveContract,
  eventBusContract,
  type Harness,
  logCountsContract,
  logIndexContract,
  logPartitionsContract,
  logWalkContract,
  registryContract,
} from '../contracts.ts'
import { createMemoryArchive, createMemoryBus, createMemoryLogIndex, createMemoryRegistry } from './index.ts'

const inMemory = async <T>(engine: T): Promise<Harness<T>> => ({
  engine,
  reopen: async () => engine,
  close: async () => {},
})

eventBusContract('the bus in memory', () => inMemory(createMemoryBus()))
registryContract('the registry in memory', () => {
  const bus = createMemoryBus()
  return inMemory({ bus, registry: createMemoryRegistry({ bus }) })
})
logIndexContract('the log index in memory', () => inMemory(createMemoryLogIndex()))
logCountsContract('the log index in memory', () => inMemory(createMemoryLogIndex()))
archiveContract('the archive in memory', () => inMemory(createMemoryArchive()))
logPartitionsContract('the log index in memory', () => inMemory(createMemoryLogIndex()))
logWalkContract('the log index in memory', () => inMemory(createMemoryLogIndex()))
