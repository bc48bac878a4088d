// One tenant floods, another lives its ordinary life: what the second one notices.
import { Worker } from 'node:worker_threads'
import { type ApiClient, createApiClient } from '../../tools/client/api.ts'
import {
  type Instance,
  removeDataDir,
  startDistributed,
  startInstance,
  type Target,
} from '../../tools/instance/start.ts'
import { findOrStartEngines } from '../../tools/test/engines.ts'
import { makeEvent, randomSource } from './support/events.ts'
import type { Flood, Flooded } from './support/flood.ts'
import { quantile, type Row, report } from './support/report.ts'

export interface FairnessOptions {
  /** How long each phase lasts. */
  readonly seconds: number
  readonly profile: string
  readonly json: boolean
}

/** The quiet tenant: a batch of 10 events and a search, five times a second. */
const QUIET_BATCH = 10
const EVERY_MS = 200
/**
 * The flood: twenty times the share of one of two tenants, offered by one account that heeds no `Retry-After`, and facets
 * at once. A share is half of what the pipeline handles on two cores.
 */
const TIMES = 20
const SHARE = { embedded: 2_000, distributed: 500 }
const FACETS = 16
const WARM_UP_MS = 10_000
/** After this, an event that cannot be found counts as found this late. */
const GIVE_UP_MS = 120_000

export async function benchFairness({ seconds, profile, json }: FairnessOptions): Promise<void> {
  const engines = profile === 'distributed' ? await findOrStartEngines() : undefined
  if (profile === 'distributed' && !engines) throw new Error('the distributed profile needs engines')
  const instance = engines ? await startDistributed({ engines: engines.environment }) : await startInstance()
  try {
    const offered = TIMES * SHARE[engines ? 'distributed' : 'embedded']
    const { rows, notes } = await measure(instance, seconds * 1000, offered)
    report(
      `fairness, ${profile} profile: one tenant offers ${TIMES} shares, product and load share the machine`,
      rows,
      notes,
      json,
    )
  } finally {
    await instance.stop()
    removeDataDir(instance.dataDir)
    await engines?.stop()
  }
}

async function measure(instance: Instance, ms: number, perSecond: number): Promise<{ rows: Row[]; notes: string[] }> {
  const quiet = await tenant(instance, 'quiet')
  const greedy = await tenant(instance, 'greedy')
  // What is measured is a platform that has done all of this before, and has nothing left to do.
  const warmUp = { url: instance.apiUrl, token: greedy.token, source: greedy.source, ms: WARM_UP_MS, perSecond }
  await Promise.all([startFlood(warmUp), live(quiet, WARM_UP_MS)])
  await untilEvaluated(greedy)
  const idle = await live(quiet, ms)

  const worked = handledBy(instance)
  const before = await worked()
  const flood = startFlood({
    url: instance.apiUrl,
    token: greedy.token,
    source: greedy.source,
    ms,
    perSecond,
  })
  const flooded = await live(quiet, ms)
  const after = await worked()
  const { offered, accepted, refused } = await flood
  // The facets are to be measured alone.
  const drained = await untilEvaluated(greedy)

  const asking = startFlood({ url: instance.apiUrl, token: greedy.token, source: greedy.source, ms, facets: FACETS })
  const searched = await live(quiet, ms)
  const { answered, refused: refusedFacets } = await asking

  const normalized = (after - before) / (ms / 1000)
  const p99 = (values: readonly number[]): number => quantile(values, 0.99)
  const rows: Row[] = [
    { name: 'offered_per_second', label: 'offered by the flood', value: offered / (ms / 1000), unit: 'events/s' },
    { name: 'flood_per_second', label: 'accepted from the flood', value: accepted / (ms / 1000), unit: 'events/s' },
    { name: 'normalized_per_second', label: 'normalized meanwhile, all tenants', value: normalized, unit: 'events/s' },
    {
      name: 'times_its_share',
      label: 'offered, in shares of one of two tenants',
      value: offered / (ms / 1000) / (normalized / 2),
    },
    ...both('idle_searchable', 'idle: from 202 to searchable', idle.searchable),
    ...both('searchable', 'under the flood', flooded.searchable, '<= 2000'),
    ...both('idle_search', 'idle: a search', idle.search),
    ...both('search', 'under the flood', flooded.search),
    {
      name: 'search_ratio',
      label: 'p99 to its idle value',
      value: p99(flooded.search) / p99(idle.search),
      target: '<= 3',
    },
    ...both('facets_search', `a search beside ${FACETS} facets of the other tenant`, searched.search),
    {
      name: 'facets_ratio',
      label: 'p99 to its idle value',
      value: p99(searched.search) / p99(idle.search),
      target: '<= 3',
    },
  ]
  return {
    rows,
    notes: [
      `the quiet tenant: ${flooded.searchable.length} batches, ${flooded.lost} not found within ${GIVE_UP_MS / 1000} s, ${flooded.refused} requests refused`,
      drained
        ? 'the backlog was worked off before the facets'
        : 'the backlog was still being worked off beside the facets',
      `the flood was refused ${refused} times, its facets ${refusedFacets} times (${answered} answered)`,
    ],
  }
}

const both = (name: string, label: string, values: readonly number[], target?: string): Row[] => [
  { name: `${name}_p50_ms`, label: `${label}, p50`, value: quantile(values, 0.5), unit: 'ms' },
  {
    name: `${name}_p99_ms`,
    label: `${label}, p99`,
    value: quantile(values, 0.99),
    unit: 'ms',
    ...(target ? { target } : {}),
  },
]

interface Tenant {
  readonly api: ApiClient
  readonly token: string
  readonly source: string
}

async function tenant(target: Target, name: string): Promise<Tenant> {
  const platform = createApiClient(target.apiUrl, { token: target.platformToken })
  const { tenant_id } = (await platform.post('/tenants', { name })).body
  const { token } = (await platform.post('/service-accounts', { name, roles: ['admin', 'operator'], tenant_id })).body
  const api = createApiClient(target.apiUrl, { token })
  const source = (await api.post('/log-sources', { name, format: 'auto' })).body.log_source_id
  await platform.close()
  return { api, token, source }
}

interface Lived {
  /** Milliseconds of each batch from its 202 until its last event can be read, and of each search. */
  readonly searchable: number[]
  readonly search: number[]
  lost: number
  refused: number
}

/** The quiet tenant's life for a while. */
async function live({ api, source }: Tenant, ms: number): Promise<Lived> {
  const lived: Lived = { searchable: [], search: [], lost: 0, refused: 0 }
  const random = randomSource(11)
  const pending: Promise<void>[] = []
  const until = performance.now() + ms
  for (let n = 0; performance.now() < until; n++) {
    const began = performance.now()
    pending.push(sendAndFind(n), searchOnce())
    await new Promise(resolve => setTimeout(resolve, Math.max(0, EVERY_MS - (performance.now() - began))))
  }
  await Promise.all(pending)
  return lived

  async function sendAndFind(n: number): Promise<void> {
    const now = Date.now()
    const events = Array.from({ length: QUIET_BATCH }, (_, i) => {
      const { raw } = makeEvent(n * QUIET_BATCH + i, random, now)
      return { raw }
    })
    const answer = await api.post('/logs/ingest', { log_source_id: source, events })
    if (answer.status !== 202) return void lived.refused++
    const accepted = performance.now()
    const id = answer.body.results.at(-1).event_id
    while ((await api.get(`/logs/${id}`)).status !== 200) {
      const waited = performance.now() - accepted
      if (waited > GIVE_UP_MS) {
        lived.lost++
        break
      }
      await new Promise(resolve => setTimeout(resolve, Math.min(250, Math.max(10, waited / 20))))
    }
    lived.searchable.push(performance.now() - accepted)
  }
  async function searchOnce(): Promise<void> {
    const began = performance.now()
    const answer = await api.get('/logs/search?limit=50&q=request')
    if (answer.status !== 200) lived.refused++
    else lived.search.push(performance.now() - began)
  }
}

/** @returns whether everything that the tenant sent was evaluated in time */
async function untilEvaluated({ api, source }: Tenant): Promise<boolean> {
  const until = performance.now() + GIVE_UP_MS
  while (performance.now() < until) {
    const { status, body } = await api.get(`/log-sources/${source}/ledger`)
    if (status === 200 && body.pending === 0) return true
    await new Promise(resolve => setTimeout(resolve, 500))
  }
  return false
}

/** Load from a thread of its own, so that the measuring does not wait for it. */
function startFlood(flood: Flood): Promise<Flooded> {
  const worker = new Worker(new URL('./support/flood.ts', import.meta.url), { workerData: flood })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

/** Counts the events that the normalizers have handled. */
function handledBy({ adminUrl }: Target): () => Promise<number> {
  return async () => {
    const text = await (await fetch(`${adminUrl}/metrics`)).text()
    return [...text.matchAll(/^wardline_logs_normalized_total\{[^}]*\} (\S+)/gm)].reduce(
      (sum, [, n]) => sum + Number(n),
      0,
    )
  }
}
