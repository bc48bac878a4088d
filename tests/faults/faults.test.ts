// What each fault of the distributed profile costs, under steady load: nothing that was accepted, no event and no alert twice, and no
// answer that would make an agent stop.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type ApiClient, createApiClient } from '../../tools/client/api.ts'
import { recountedLedger } from '../../tools/client/recounted-ledger.ts'
import {
  type EngineId,
  engineEnvironment,
  enginesDown,
  enginesUp,
  restartEngine,
  stopEngine,
} from '../../tools/engines/engines.ts'
import { type Instance, processesOf, removeDataDir, startDistributed } from '../../tools/instance/start.ts'
import { type BeatingAgents, startAgents } from './beating-agents.ts'
import { type Collector, createCollector } from './collector.ts'
import { printTable, type Row } from './fault-table.ts'
import { type SearchProxy, startSearchProxy } from './search-proxy.ts'
import { alertsAfter, closedLedger, eventually, lagOf, searched } from './verdict.ts'

const MARKER = `m${Date.now().toString(36)}`
/** Load before a fault, and after it. */
const AROUND_MS = 1_000

let state: string
let proxy: SearchProxy
let instance: Instance
let api: ApiClient
let collector: Collector
let agents: BeatingAgents
const rows: Row[] = []
const everAccepted = new Set<string>()
const begun = new Date()
let lastSequence = 0

beforeAll(async () => {
  state = mkdtempSync(join(tmpdir(), 'wardline-faults-'))
  const engines = engineEnvironment(await enginesUp(state))
  proxy = await startSearchProxy(engines.WARDLINE_OPENSEARCH_URL!)
  instance = await startDistributed({
    engines: { ...engines, WARDLINE_OPENSEARCH_URL: proxy.url },
    env: {
      WARDLINE_REPLICAS: 'normalizer=2,detector=2',
      WARDLINE_RATE_LIMITS: 'off',
      WARDLINE_LEDGER_RECOUNT_SECONDS: '5',
    },
  })
  api = createApiClient(instance.apiUrl, { token: instance.adminToken })
  collector = await createCollector(instance, MARKER)
  agents = await startAgents(instance)
  // Rules made by the API are effective within 5 s.
  await sleep(6_000)
}, 300_000)

afterAll(async () => {
  printTable(rows)
  await agents?.stop()
  await instance?.stop()
  proxy?.close()
  if (instance) removeDataDir(instance.dataDir)
  if (state) await enginesDown(state)
}, 120_000)

/** Plays a fault under load, waits until everything has been processed, and checks the result. */
async function survives(name: string, fault: () => Promise<void>): Promise<void> {
  const from = new Date(Date.now() - 1_000)
  agents.answers()
  collector.start()
  await sleep(AROUND_MS)
  await fault()
  await sleep(AROUND_MS)
  const accepted = await collector.pause()
  const to = new Date(Date.now() + 1_000)
  const recovering = Date.now()
  for (const id of accepted.events) everAccepted.add(id)

  const ledger = await closedLedger(api, collector.sources)
  const recoveredSeconds = (Date.now() - recovering) / 1000
  // A log-store that was killed answers 503 until its next life has started.
  const found = (await eventually(
    () => searched(api, collector.sources, from, to),
    () => true,
  ))!
  const expected = accepted.alarms.size + accepted.bursts.size
  const alerts = await alertsAfter(api, lastSequence, expected)
  lastSequence = alerts.at(-1)?.sequence ?? lastSequence
  const lag = await lagOf(instance.adminUrl)
  const answers = agents.answers()
  const beats = [...answers].filter(([what]) => what === '200').reduce((sum, [, n]) => sum + n, 0)
  const fatal = [...answers].filter(([what]) => /^40[13]/.test(what))
  rows.push({
    fault: name,
    accepted: accepted.events.size,
    searchable: new Set(found).size,
    twice: found.length - new Set(found).size,
    alerts: alerts.length,
    'alerts expected': expected,
    beats,
    'beats to repeat': [...answers].reduce((sum, [, n]) => sum + n, 0) - beats,
    fatal: fatal.length,
    'seconds to catch up': recoveredSeconds.toFixed(1),
  })

  expect(new Set(found)).toEqual(accepted.events)
  expect(found).toHaveLength(accepted.events.size)
  expect(ledger).toMatchObject({ pending: 0, rejected: 0 })
  // Every delivery that was accepted is counted, including those that a collector had to repeat (ADR 2).
  expect(ledger!.accepted).toBeGreaterThanOrEqual(everAccepted.size)
  expect([ledger!.normalized, ledger!.evaluated]).toEqual([ledger!.accepted, ledger!.accepted])
  expect(
    alerts
      .filter(a => a.group === null)
      .flatMap(a => a.log_event_refs)
      .sort(),
  ).toEqual([...accepted.alarms].sort())
  expect(alerts.flatMap(a => (a.group ? Object.values(a.group) : [])).sort()).toEqual([...accepted.bursts].sort())
  expect(new Set(alerts.map(a => a.alert_id)).size).toBe(alerts.length)
  expect(fatal).toEqual([])
  expect([...accepted.refusals.keys()].filter(what => /^4(?!29)/.test(what))).toEqual([])
  expect(Object.entries(lag).filter(([, behind]) => behind !== 0)).toEqual([])
  expect(beats).toBeGreaterThan(0)
}

const pidsOf = (service: string): number[] =>
  processesOf(instance.dataDir).flatMap(({ name, pid }) =>
    pid !== undefined && (name === service || name.startsWith(`${service}-`)) ? [pid] : [],
  )

/** kill -9, and the supervisor has started the next life. */
async function kill(pids: readonly number[], service: string): Promise<void> {
  expect(pids.length).toBeGreaterThan(0)
  for (const pid of pids) process.kill(pid, 'SIGKILL')
  await eventually(
    async () => pidsOf(service),
    now => now.length >= pids.length && pids.every(pid => !now.includes(pid)),
  )
}

async function without(engine: EngineId, seconds: number): Promise<void> {
  await stopEngine(engine, 'SIGKILL', state)
  await sleep(seconds * 1000)
  await restartEngine(engine, state)
}

describe('The distributed profile, under load', () => {
  it('does its work when nothing happens', () => survives('nothing', async () => sleep(2_000)), 300_000)

  it.each([
    'enrollment',
    'mdm-connector',
    'ingest',
    'normalizer',
    'log-store',
    'detector',
    'alert-projector',
    'gateway',
  ])(
    'survives kill -9 of every process of %s',
    service => survives(`kill -9 ${service}`, () => kill(pidsOf(service), service)),
    300_000,
  )

  it('survives one of two normalizers and one of two detectors leaving and coming back', async () => {
    const rebalance = async (): Promise<void> => {
      for (const service of ['normalizer', 'detector']) await kill(pidsOf(service).slice(-1), service)
      await sleep(AROUND_MS)
    }
    await survives('rebalance of normalizers and detectors', rebalance)
  }, 300_000)

  // Longer than whoever asks goes on trying: some seconds for Kafka and OpenSearch, 10 s for MongoDB. A start comes on top.
  it.each([
    ['kafka', 10],
    ['opensearch', 10],
    ['mongo', 10],
    ['registry', 5],
  ] as const)(
    'survives %s being gone for %d seconds',
    (engine, seconds) => survives(`${engine} gone for ${seconds} s`, () => without(engine, seconds)),
    300_000,
  )

  it('survives OpenSearch answering 429 to whole requests, and then to each second item', async () => {
    const busy = async (): Promise<void> => {
      proxy.mood = 'busy'
      await sleep(5_000)
      proxy.mood = 'half'
      await sleep(5_000)
      proxy.mood = 'well'
    }
    await survives('opensearch answers 429', busy)
    expect(proxy.refused.requests).toBeGreaterThan(0)
    expect(proxy.refused.items).toBeGreaterThan(0)
  }, 300_000)

  it('has, after all of it, every event that it ever accepted, once', async () => {
    const found = await searched(
      api,
      collector.sources,
      new Date(begun.getTime() - 1_000),
      new Date(Date.now() + 1_000),
    )
    expect(new Set(found)).toEqual(everAccepted)
    expect(found).toHaveLength(everAccepted.size)
  }, 300_000)

  it('has a ledger that balances in every hour, and that the stores confirm', async () => {
    const balanced = async (source: string): Promise<void> => {
      const { body } = await api.get(`/log-sources/${source}/ledger`)
      expect(await recountedLedger(api, source, 120_000)).toMatchObject({
        accepted: body.accepted,
        searchable: body.accepted,
        dead_lettered: 0,
        in_flight: 0,
        differences: [],
      })
    }
    await Promise.all(collector.sources.map(balanced))
  }, 300_000)
})
