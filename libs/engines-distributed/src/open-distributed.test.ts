import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, jest } from '@jest/globals'
import { newId, tenantId } from '@wardline/kernel'
import { numbered } from '@wardline/ports/testing'
import type { DistributedConfig } from './config.ts'
import type { EnginesHealth } from './health.ts'
import { openDistributed } from './open-distributed.ts'
import { describeWithEngines } from './testing/describe-with-engines.ts'
import { silentLog, testConfig } from './testing/engines.ts'
import { removeCollections, removeIndices, removeTopics, until } from './testing/harnesses.ts'

jest.setTimeout(120_000)

const servers: Server[] = []
/** Something that speaks HTTP and is not what we want. */
async function stub(status: number, body: unknown): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

describeWithEngines('opening the distributed engines', engines => {
  /** Opens what can never be opened, until each engine has reported its fault; then gives up. */
  async function faultsOf(config: DistributedConfig): Promise<{ health: EnginesHealth; lines: string[] }> {
    const lines: string[] = []
    const say = (fields: object, message: string): void => void lines.push(`${JSON.stringify(fields)} ${message}`)
    const abort = new AbortController()
    let health: EnginesHealth | undefined
    const opening = openDistributed({
      config,
      log: { ...silentLog, error: say, warn: say },
      signal: abort.signal,
      onHealth: h => {
        health = h
      },
    })
    opening.catch(() => {})
    const told = (): boolean =>
      Object.values(health?.engines ?? {}).filter(e => !e.up && e.detail !== 'not opened yet').length >= 3
    await until(told, 'three faults')
    abort.abort(new Error('enough'))
    await expect(opening).rejects.toThrow('enough')
    await removeTopics({ ...testConfig(engines), prefix: config.prefix })
    return { health: health!, lines }
  }

  it('waits for engines that are down, and reports each once', async () => {
    const base = testConfig(engines)
    const { health, lines } = await faultsOf({
      ...base,
      kafka: { ...base.kafka, brokers: ['127.0.0.1:1'] },
      schemaRegistry: { url: 'http://127.0.0.1:1' },
      opensearch: { ...base.opensearch, urls: ['http://127.0.0.1:1'] },
    })
    expect(health.ready).toBe(false)
    for (const engine of ['kafka', 'schema-registry', 'opensearch'] as const)
      expect(lines.filter(l => l.includes(`"engine":"${engine}","fault"`) && l.endsWith('trying again'))).toHaveLength(
        1,
      )
  })

  it('reports the engines that answer as up while another is down', async () => {
    const base = testConfig(engines)
    const abort = new AbortController()
    let health: EnginesHealth | undefined
    const opening = openDistributed({
      config: { ...base, kafka: { ...base.kafka, brokers: ['127.0.0.1:1'] } },
      log: silentLog,
      signal: abort.signal,
      onHealth: h => {
        health = h
      },
    })
    opening.catch(() => {})
    const up = () => Object.entries(health?.engines ?? {}).flatMap(([name, { up }]) => (up ? [name] : []))
    await until(() => up().length === 3 && health?.engines.kafka.detail !== 'not opened yet', 'the other engines')
    expect(up().sort()).toEqual(['mongodb', 'opensearch', 'schema-registry'])
    abort.abort(new Error('enough'))
    await expect(opening).rejects.toThrow('enough')
  })

  it('reports refused credentials or a wrong server, and never shows the credentials', async () => {
    const base = testConfig(engines)
    const auth = { username: 'wardline', password: 'hunter2hunter2' }
    const { health, lines } = await faultsOf({
      ...base,
      kafka: { ...base.kafka, sasl: { mechanism: 'plain', ...auth } },
      schemaRegistry: { url: await stub(401, { error_code: 401, message: 'no' }), auth },
      opensearch: { ...base.opensearch, urls: [await stub(200, { version: { number: '7.10.2' } })], auth },
    })
    expect(health.engines.opensearch.detail).toContain('OpenSearch 2 or newer')
    expect(health.engines.kafka.detail).not.toBe('not opened yet')
    expect(JSON.stringify([health, lines])).not.toContain('hunter2')
  })

  it('opens all four, publishes what is written, and reports that all is well', async () => {
    const config = testConfig(engines)
    const opened = await openDistributed({ config, log: silentLog })
    expect(opened.health()).toMatchObject({ ready: true, warnings: [] })
    const tenant = tenantId(`ten_${newId('ten').slice(4)}`)
    const end = await opened.bus.endPosition('internal.detection.match', `${tenant}|rul_contract|a`)
    await opened.bus.publish([numbered(tenant, 1)])
    const after = await opened.bus.endPosition('internal.detection.match', `${tenant}|rul_contract|a`)
    expect(BigInt(after.offset) - BigInt(end.offset)).toBe(1n)
    expect(await opened.index.read(tenant, 'evt_1')).toBeUndefined()
    await opened.close()
    await removeTopics(config)
    await removeCollections(config)
    await removeIndices(config)
  })

  it('works on topics that have too few partitions, and warns', async () => {
    const config = testConfig(engines)
    const few = { ...config, kafka: { ...config.kafka, partitions: 1 } }
    await (await openDistributed({ config: few, log: silentLog })).close()
    const opened = await openDistributed({ config, log: silentLog })
    expect(opened.health().ready).toBe(true)
    expect(opened.health().warnings[0]).toContain('has 1 partitions, not 2')
    await opened.close()
    await removeTopics(config)
    await removeCollections(config)
    await removeIndices(config)
  })
})
