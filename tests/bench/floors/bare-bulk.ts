// The documents that a run has indexed, written once more with nothing but OpenSearch's bulk API.
import { request } from 'undici'
import { cpuSeconds, cpuSecondsOf } from '../support/usage.ts'

const INDEX = 'bench-bare-bulk'
const PAGE = 5000
const BULK = 1000
/** Bulk requests in flight, as many as keep one node busy. */
const CONCURRENCY = 4

export interface BareBulk {
  readonly documentsPerSecond: number
  /** Cores that OpenSearch and the client kept busy; NaN where the engine is not a process of this machine. */
  readonly coresBusy: number
}

type Json = Record<string, unknown>

async function call<T>(
  url: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: string,
): Promise<T> {
  const answer = await request(`${url}${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/x-ndjson' }, body }),
  })
  const text = await answer.body.text()
  if (answer.statusCode >= 300) throw new Error(`OpenSearch answered ${answer.statusCode} to ${method} ${path}`)
  return JSON.parse(text) as T
}

interface Hit {
  readonly _id: string
  readonly _source: Json
  readonly _routing?: string
}

/** Bodies of bulk requests with every document of these indices. */
async function readBulks(
  url: string,
  indices: string,
): Promise<{ readonly bodies: string[]; readonly documents: number }> {
  const bodies: string[] = []
  let documents = 0
  type Page = { readonly _scroll_id: string; readonly hits: { readonly hits: readonly Hit[] } }
  let page = await call<Page>(url, 'POST', `/${indices}/_search?scroll=1m&size=${PAGE}`, '{"sort":["_doc"]}')
  while (page.hits.hits.length > 0) {
    for (let i = 0; i < page.hits.hits.length; i += BULK) {
      const some = page.hits.hits.slice(i, i + BULK)
      documents += some.length
      bodies.push(some.map(hit => `${action(hit)}\n${JSON.stringify(hit._source)}\n`).join(''))
    }
    const scroll_id = page._scroll_id
    page = await call<Page>(url, 'POST', '/_search/scroll', JSON.stringify({ scroll: '1m', scroll_id }))
  }
  await call(url, 'DELETE', '/_search/scroll', JSON.stringify({ scroll_id: page._scroll_id }))
  return { bodies, documents }
}

const action = ({ _id, _routing: routing }: Hit): string =>
  JSON.stringify({ create: { _index: INDEX, _id, ...(routing === undefined ? {} : { routing }) } })

/** An index with the settings and the mapping of the written one. */
async function createLike(url: string, indices: string): Promise<void> {
  type Made = { readonly mappings: Json; readonly settings: { readonly index: Json } }
  const made = Object.values(await call<Record<string, Made>>(url, 'GET', `/${indices}`))[0]
  if (!made) throw new Error('the run has written no index')
  const { number_of_shards, auto_expand_replicas, refresh_interval, codec, translog, sort } = made.settings.index
  const index = { number_of_shards, auto_expand_replicas, refresh_interval, codec, translog, sort }
  await call(url, 'PUT', `/${INDEX}`, JSON.stringify({ settings: { index }, mappings: made.mappings }))
}

/**
 * Documents per second of plain bulk requests of 1,000 `create`s, with the ids, routing, mapping and settings of the indices named.
 * @param enginePids processes of OpenSearch, where they run here
 */
export async function measureBareBulk(url: string, indices: string, enginePids: readonly number[]): Promise<BareBulk> {
  await call(url, 'POST', `/${indices}/_refresh`)
  const { bodies, documents } = await readBulks(url, indices)
  await createLike(url, indices)
  try {
    const cpu = (): number => cpuSecondsOf(enginePids) + cpuSeconds(process.pid)
    const [started, before] = [performance.now(), cpu()]
    const queue = bodies[Symbol.iterator]()
    const client = async (): Promise<void> => {
      for (const body of queue) {
        const { errors } = await call<{ errors: boolean }>(url, 'POST', '/_bulk?filter_path=errors', body)
        if (errors) throw new Error('a bulk request had a fault')
      }
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, client))
    const seconds = (performance.now() - started) / 1000
    return {
      documentsPerSecond: documents / seconds,
      coresBusy: enginePids.length === 0 ? Number.NaN : (cpu() - before) / seconds,
    }
  } finally {
    await call(url, 'DELETE', `/${INDEX}`)
  }
}
