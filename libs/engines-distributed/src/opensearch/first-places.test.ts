import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { newId, type TenantId, tenantId } from '@wardline/kernel'
import type { IndexItem } from '@wardline/ports'
import { createTestClock } from '@wardline/ports/testing'
import type { DistributedConfig } from '../config.ts'
import { describeWithEngines } from '../testing/describe-with-engines.ts'
import { testConfig } from '../testing/engines.ts'
import { removeIndices, testSurroundings } from '../testing/harnesses.ts'
import { createSearchClient, type SearchClient } from './client.ts'
import { type OpenSearchIndex, openLogIndex } from './log-index.ts'

jest.setTimeout(120_000)
const tenant: TenantId = tenantId(`ten_${newId('ten').slice(4)}`)

describeWithEngines('where repeatable events were put first, in OpenSearch', engines => {
  let config: DistributedConfig
  let client: SearchClient
  let index: OpenSearchIndex
  const clock = createTestClock()
  beforeEach(async () => {
    config = testConfig(engines)
    clock.set(Date.parse('2026-09-30T23:59:59Z'))
    client = createSearchClient(config.opensearch)
    index = await openLogIndex(config.prefix, config.opensearch, { ...testSurroundings(), clock })
  })
  afterEach(async () => {
    await index.close()
    await client.close()
    await removeIndices(config)
  })

  const put = (id: string, partitionDay: string, retentionClass = 'default') => {
    const filters: IndexItem['filters'] = {
      severityId: 1,
      category: 'c',
      eventType: 't',
      logSourceId: 'src_a',
      assetId: null,
      users: [],
      ips: [],
      hosts: [],
    }
    const place = { tenantId: tenant, eventId: id, partitionDay, retentionClass }
    const rest = { eventTime: Date.parse(partitionDay), words: [], filters, event: { event_id: id } }
    return index.put([{ ...place, ...rest, receivedAt: clock.now(), origin: null, repeatable: true }])
  }
  const drop = async (day: string): Promise<void> => {
    const partition = (await index.partitions()).find(p => p.day === day)
    if (partition) await index.drop(partition)
  }
  const months = async (): Promise<string[]> => {
    const found = await client.request<object>({ method: 'GET', path: `/${config.prefix}refs-*/_settings` })
    return Object.keys(found)
      .map(name => name.slice(config.prefix.length))
      .sort()
  }

  it('is known in later months, from their first second on', async () => {
    expect(await put('evt_1', '2026-09-29')).toEqual(['created'])
    clock.advance(1000)
    expect(await put('evt_1', '2026-10-01')).toEqual(['duplicate'])
    expect(await put('evt_2', '2026-10-01')).toEqual(['created'])
    clock.advance(70 * 86_400_000)
    expect(await put('evt_1', '2026-12-10')).toEqual(['duplicate'])
    expect(await put('evt_2', '2026-12-10', 'brief')).toEqual(['duplicate'])
    expect(await put('evt_3', '2026-12-10')).toEqual(['created'])
    expect(await months()).toEqual(['refs-2026-09', 'refs-2026-10', 'refs-2026-12'])
  })

  it('is removed with its partition, and another one takes its place', async () => {
    await put('evt_1', '2026-09-29')
    await drop('2026-09-29')
    expect(await put('evt_1', '2026-09-30')).toEqual(['created'])
    expect(await put('evt_1', '2026-09-01')).toEqual(['duplicate'])
    clock.advance(1000)
    await drop('2026-09-30')
    expect(await put('evt_1', '2026-10-01')).toEqual(['created'])
    expect(await put('evt_1', '2026-09-30')).toEqual(['duplicate'])
  })

  it('leads to the partition of an event that came too late for its own', async () => {
    await put('evt_1', '2026-08-20')
    const [sealed] = await index.partitions()
    await index.seal(sealed!)
    expect(await put('evt_2', '2026-08-20')).toEqual(['created'])
    await sleep(index.capabilities.refreshMs)
    await drop('2026-08-20')
    expect(await put('evt_2', '2026-09-15')).toEqual(['duplicate'])
    expect(await put('evt_1', '2026-09-15')).toEqual(['created'])
  })

  it('is removed, month by month, once no partition of the month is there', async () => {
    await put('evt_1', '2026-09-29')
    clock.advance(1000)
    await put('evt_2', '2026-10-01')
    await put('evt_3', '2026-10-20')
    clock.advance(60 * 86_400_000)
    await put('evt_4', '2026-11-29')
    await drop('2026-09-29')
    expect(await months()).toEqual(['refs-2026-09', 'refs-2026-10', 'refs-2026-11'])
    await drop('2026-10-01')
    expect(await months()).toEqual(['refs-2026-10', 'refs-2026-11'])
    await drop('2026-10-20')
    expect(await months()).toEqual(['refs-2026-11'])
    expect(await put('evt_4', '2026-11-01')).toEqual(['duplicate'])
  })
})
