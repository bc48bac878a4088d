import { describe, expect, it } from '@jest/globals'
import { SERVICES, type ServiceName } from '@wardline/kernel'
import type { LogIndex } from '@wardline/ports'
import { createMemoryArchive, createMemoryLogIndex, createTestClock } from '@wardline/ports/testing'
import { grantedLogPorts, type PortsOf } from './log-grants.ts'
import { memoryPorts, TENANT } from './testing/index.ts'

const READS = ['capabilities', 'search', 'facets', 'histogram', 'countReceived', 'read']
const MOVES = ['partitions', 'tenantsOf', 'readPartition', 'seal', 'erase', 'purge', 'drop']
const GRANTED: Readonly<Partial<Record<ServiceName, object>>> = {
  normalizer: { logWriter: ['put'] },
  'log-store': { logReader: READS, logWriter: ['put'], logPartitions: MOVES, archive: undefined },
  detector: { logReader: READS },
}
const namesOf = (port: object | undefined): readonly string[] | undefined => port && Object.keys(port)

describe('of stored logs', () => {
  it.each(SERVICES)('%s has only the methods that it is granted at run time', service => {
    const ports = grantedLogPorts(service, { index: createMemoryLogIndex(), clock: createTestClock() })
    const methods = Object.entries(ports).map(([name, port]) => [name, namesOf(port as object | undefined)])
    expect(Object.fromEntries(methods)).toEqual(GRANTED[service] ?? {})
  })

  it('a service without a grant cannot write the call', () => {
    const normalizer = memoryPorts('normalizer').ports
    const detector: PortsOf<'detector'> = memoryPorts('detector').ports
    const gateway: PortsOf<'gateway'> = memoryPorts('gateway').ports
    // @ts-expect-error it writes, and does not search
    expect(normalizer.logReader).toBeUndefined()
    // @ts-expect-error it reads, and removes nothing
    expect(detector.logPartitions).toBeUndefined()
    // @ts-expect-error nobody is handed the whole index
    expect(detector.index).toBeUndefined()
    // @ts-expect-error a reader stores nothing
    expect(detector.logReader.put).toBeUndefined()
    // @ts-expect-error it has nothing to do with logs
    expect(gateway.logWriter).toBeUndefined()
  })

  it.each(['log-store', 'detector'] as const)('%s sees what is in the archive', async service => {
    const archive = { ...createMemoryArchive(), holds: async () => true }
    const { ports } = memoryPorts(service, { archive })
    expect(await ports.logReader.read(TENANT, 'evt_1')).toBe('archived')
  })

  it('an archived event is not stored a second time', async () => {
    const archive = { ...createMemoryArchive(), holds: async () => true }
    const put: LogIndex['put'] = async items => items.map(() => 'created' as const)
    const throughIndex = (index: LogIndex): LogIndex => ({ ...index, put })
    const { ports } = memoryPorts('normalizer', { archive, throughIndex })
    const item = (partitionDay: string) => ({ ...SAMPLE, partitionDay })
    expect(await ports.logWriter.put([item('2026-11-01'), item('2026-11-21')])).toEqual(['duplicate', 'created'])
  })
})

const SAMPLE = {
  tenantId: TENANT,
  eventId: 'evt_1',
  partitionDay: '',
  retentionClass: 'standard',
  eventTime: 0,
  words: [],
  filters: {
    severityId: 1,
    category: 'c',
    eventType: 't',
    logSourceId: 'src_1',
    assetId: null,
    users: [],
    ips: [],
    hosts: [],
  },
  event: {},
  receivedAt: 0,
  origin: null,
  repeatable: false,
}
