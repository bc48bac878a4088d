// A release whose events have more members, beside this one: every service goes over to it and back, under load.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type EngineText, engineTexts } from '@wardline/engines-distributed/testing'
import { type AnyEnvelope, KINDS } from '@wardline/events'
import { SERVICES, type ServiceName } from '@wardline/kernel'
import { Ajv } from 'ajv'
import { type ApiClient, createApiClient } from '../../tools/client/api.ts'
import {
  type Instance,
  type InstanceProcess,
  processesOf,
  removeDataDir,
  startDistributed,
} from '../../tools/instance/start.ts'
import { type BeatingAgents, startAgents } from '../faults/beating-agents.ts'
import { type Collector, createCollector } from '../faults/collector.ts'
import { printTable, type Row } from '../faults/fault-table.ts'
import { alertsAfter, closedLedger, eventually, lagOf, searched } from '../faults/verdict.ts'
import { makeReleases, type Release, type Releases } from './next-release.ts'

const PREFIX = `roll${randomBytes(5).toString('hex')}-`
const LOAD_MS = 1_500
/** Those that have a second process: the releases are beside each other in one consumer group. */
const DOUBLED: readonly ServiceName[] = ['normalizer', 'detector', 'alert-projector']
const FIRST_PART: readonly string[] = [...DOUBLED.map(name => `${name}-2`), 'ingest', 'enrollment']
const LAST_PART: readonly string[] = SERVICES.filter(name => !FIRST_PART.includes(name))

let releases: Releases
let instance: Instance
let api: ApiClient
let collector: Collector
let agents: BeatingAgents
const steps: Row[] = []

beforeAll(async () => {
  releases = makeReleases()
  instance = await startDistributed({
    prefix: PREFIX,
    main: releases.main,
    env: {
      WARDLINE_REPLICAS: DOUBLED.map(name => `${name}=2`).join(','),
      WARDLINE_RATE_LIMITS: 'off',
      WARDLINE_LEDGER_RECOUNT_SECONDS: '5',
    },
  })
  api = createApiClient(instance.apiUrl, { token: instance.adminToken })
  collector = await createCollector(instance, `m${Date.now().toString(36)}`)
  // Rules made by the API are effective within 5 s.
  ;[agents] = await Promise.all([startAgents(instance), sleep(6_000)])
}, 300_000)

afterAll(async () => {
  printTable(steps)
  await agents?.stop()
  await instance?.stop()
  if (instance) removeDataDir(instance.dataDir)
  releases?.remove()
}, 120_000)

/** Ends these processes as an upgrade does, and waits until their next lives, of that release, are ready. */
async function roll(release: Release, names: readonly string[]): Promise<void> {
  const started = performance.now()
  for (const name of names) releases.use(name.replace(/-2$/, '') as ServiceName, release)
  const rolled = (): readonly InstanceProcess[] => processesOf(instance.dataDir).filter(p => names.includes(p.name))
  const before = new Map(rolled().map(p => [p.name, p.pid]))
  expect([...before.keys()].toSorted()).toEqual(names.toSorted())
  for (const pid of before.values()) process.kill(pid!, 'SIGTERM')
  const ready = async ({ name, pid, admin_url }: InstanceProcess): Promise<boolean> =>
    admin_url !== undefined &&
    pid !== undefined &&
    pid !== before.get(name) &&
    (await fetch(`${admin_url}/readyz`)).status === 200
  const all = await eventually(async () => (await Promise.all(rolled().map(ready))).every(Boolean), Boolean)
  if (!all) throw new Error(`the ${release} release of ${names} is not ready`)
  steps.push({ release, processes: names.length, seconds: ((performance.now() - started) / 1000).toFixed(1) })
  await sleep(LOAD_MS)
}

const isAdded = (event: object): boolean => 'added_later' in event

/** Everything on the topics, each partition in order. */
function published(texts: readonly EngineText[]): readonly AnyEnvelope[] {
  const topics = new Set(KINDS.map(kind => `${PREFIX}${kind}.v1`))
  return texts.flatMap(({ place, text }) => {
    if (!topics.has(place)) return []
    // The key, the frame, and the envelope in one line.
    const line = text.split('\n').find(part => part.includes('{"'))!
    return [JSON.parse(line.slice(line.indexOf('{"'))) as AnyEnvelope]
  })
}

describe('a rolling upgrade to a release with more members, and back', () => {
  it('loses nothing, does nothing twice, and turns no agent away', async () => {
    const from = new Date(Date.now() - 1_000)
    agents.answers()
    collector.start()
    await sleep(LOAD_MS)
    await roll('next', FIRST_PART)
    await roll('next', LAST_PART)
    await roll('now', [...LAST_PART, ...FIRST_PART])
    const accepted = await collector.pause()
    const to = new Date(Date.now() + 1_000)

    const ledger = await closedLedger(api, collector.sources)
    expect(ledger).toMatchObject({ pending: 0, rejected: 0 })
    const found = (await eventually(
      () => searched(api, collector.sources, from, to),
      () => true,
    ))!
    expect(new Set(found)).toEqual(accepted.events)
    expect(found).toHaveLength(accepted.events.size)
    const alerts = await alertsAfter(api, 0, accepted.alarms.size + accepted.bursts.size)
    const alarmed = alerts.filter(a => a.group === null).flatMap(a => a.log_event_refs)
    expect(alarmed.sort()).toEqual([...accepted.alarms].sort())
    expect(alerts.flatMap(a => (a.group ? Object.values(a.group) : [])).sort()).toEqual([...accepted.bursts].sort())
    expect(alerts.map(a => a.sequence)).toEqual(alerts.map((_, i) => i + 1))
    const lag = await lagOf(instance.adminUrl)
    expect(Object.entries(lag).filter(([, behind]) => behind !== 0)).toEqual([])

    const answers = [...agents.answers().keys()]
    expect(answers).toContain('200')
    expect(answers.filter(what => /^40[13]/.test(what))).toEqual([])
    expect([...accepted.refusals.keys()].filter(what => /^4(?!29)/.test(what))).toEqual([])
    const counts = { accepted: accepted.events.size, searchable: found.length, alerts: alerts.length }
    process.stdout.write(`${JSON.stringify({ ...counts, 'to repeat': Object.fromEntries(accepted.refusals) })}\n`)
  }, 240_000)

  it('had events of both releases on the topics, alerts in order, no dead letter, and schemas that accept them all', async () => {
    const texts = await engineTexts(process.env, PREFIX)
    const events = published(texts)
    for (const kind of ['log.event.received', 'log.event.normalized', 'security.alert.created', 'alert.created']) {
      const both = new Set(events.filter(event => event.kind === kind).map(isAdded))
      expect([kind, ...both].toSorted()).toEqual([kind, false, true].toSorted())
    }
    const sequences = new Map<string, number>()
    for (const event of events)
      if (event.kind === 'alert.created' && !sequences.has(event.id)) sequences.set(event.id, event.payload.sequence)
    expect([...sequences.values()]).toEqual([...sequences.values()].toSorted((a, b) => a - b))
    expect(texts.filter(({ place }) => place.endsWith('.dlq'))).toEqual([])
    const registry = process.env.WARDLINE_SCHEMA_REGISTRY_URL
    for (const kind of KINDS) {
      const subject = `${registry}/subjects/${PREFIX}${kind}.v1-value/versions`
      const versions = (await (await fetch(subject)).json()) as number[]
      expect(versions).toEqual([1, 2])
      for (const version of versions) {
        const { schema } = (await (await fetch(`${subject}/${version}`)).json()) as { schema: string }
        const validate = new Ajv({ strict: false, validateFormats: false }).compile(JSON.parse(schema))
        for (const event of events) if (event.kind === kind && !validate(event)) throw new Error(`${kind} ${version}`)
      }
    }
  }, 60_000)
})
