import type { LogIndex } from '@wardline/ports'
import pLimit from 'p-limit'
import type { OpenSearchSettings } from '../config.ts'
import { faultOf, type Surroundings, untilItWorks, within } from '../surroundings.ts'
import { openCatalogue } from './catalogue.ts'
import { createCatchUp } from './catch-up.ts'
import { createSearchClient, type SearchClient, statusOf, typeOf, unavailable } from './client.ts'
import { countBuckets, countFacets } from './counts.ts'
import { createFirstPlaces } from './first-places.ts'
import { type IndexNames, indexNames } from './names.ts'
import { createPartitionMoves } from './partition-moves.ts'
import { ForeignIndex, openPartitions } from './partitions.ts'
import { createPlaceNotes } from './place-notes.ts'
import { type PutParts, putItems } from './put.ts'
import { countReceived } from './received.ts'
import { readEvent, searchPage } from './search.ts'
import { indexTemplate, refsTemplate } from './template.ts'

const LEAST_VERSION = 2
/** The same fault is logged again only after this long. */
const REPEAT_MS = 30_000

export interface OpenSearchIndex extends LogIndex {
  /** @throws Error when the cluster does not answer, or an index with one of our names is not ours. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Waits until the cluster answers, has a supported version, and has our template. */
export async function openLogIndex(
  prefix: string,
  settings: OpenSearchSettings,
  surroundings: Surroundings,
): Promise<OpenSearchIndex> {
  const names = indexNames(prefix)
  const client = createSearchClient(settings)
  const catalogue = openCatalogue(client, names)
  try {
    await untilItWorks(surroundings, 'opensearch', () => prepare(client, names, settings))
  } catch (error) {
    await client.close()
    throw error
  }
  let foreign: ForeignIndex | undefined
  let said = ''
  let saidAt = 0
  const partitions = openPartitions(client, names, catalogue, surroundings.clock)
  const notes = createPlaceNotes(client, names, surroundings.clock)
  const firstPlaces = createFirstPlaces({ client, names, catalogue, partitions, notes })
  const parts: PutParts = {
    client,
    names,
    firstPlaces,
    partitions,
    refreshAtOnce: settings.refreshMs === 0,
    limited: pLimit(settings.bulkConcurrency),
    failed(error) {
      if (error instanceof ForeignIndex) foreign = error
      const fault = String(typeOf(error) ?? statusOf(error) ?? faultOf(error))
      const now = surroundings.clock.now()
      if (fault === said && now - saidAt < REPEAT_MS) return
      said = fault
      saidAt = now
      surroundings.log.warn({ engine: 'opensearch', fault }, 'events could not be indexed now')
    },
  }
  const { catchUp, upToDate } = createCatchUp(client, names)
  /** Somebody waits for this answer. @throws Problem `unavailable` when it takes too long. */
  const inTime = <T>(work: Promise<T>): Promise<T> =>
    within(settings.answerMs, 'the log index', work, message => unavailable(new Error(message)))
  return {
    capabilities: { refreshMs: 0, sealing: settings.warm ? 'merges_and_relocates' : 'merges' },
    ...createPartitionMoves({
      client,
      names,
      firstPlaces,
      partitions,
      catalogue,
      warm: settings.warm,
    }),
    put: items => putItems(parts, items),
    async search(tenant, query) {
      const page = () => searchPage(client, names, catalogue, tenant, query)
      return inTime(query.after === undefined ? upToDate(page) : page())
    },
    facets: (tenant, query) => inTime(upToDate(() => countFacets(client, names, catalogue, tenant, query))),
    histogram: (tenant, query) => inTime(upToDate(() => countBuckets(client, names, catalogue, tenant, query))),
    countReceived: (tenant, from, to) => upToDate(() => countReceived(client, names, catalogue, tenant, from, to)),
    async read(tenant, eventId) {
      const once = () => readEvent(client, names, catalogue, tenant, eventId)
      return inTime(once().then(found => found ?? catchUp().then(once)))
    },
    async ping() {
      await client.request({
        method: 'GET',
        path: '/_cluster/health',
        query: { local: true },
        timeoutMs: 5000,
        probe: true,
      })
      if (!foreign) return
      await parts.partitions.verify(foreign.index)
      foreign = undefined
    },
    close: () => client.close(),
  }
}

async function prepare(client: SearchClient, names: IndexNames, settings: OpenSearchSettings): Promise<void> {
  interface Info {
    readonly version?: { readonly distribution?: string; readonly number?: string }
  }
  const { version } = await client.request<Info>({ method: 'GET', path: '/', timeoutMs: 5000, probe: true })
  if (version?.distribution !== 'opensearch' || !(Number.parseInt(version.number ?? '', 10) >= LEAST_VERSION))
    throw new Error(`OpenSearch ${LEAST_VERSION} or newer is needed`)
  for (const [name, body] of [
    [names.template, indexTemplate(names, settings)],
    [names.refs.template, refsTemplate(names, settings)],
  ] as const)
    await client.request({ method: 'PUT', path: `/_index_template/${name}`, body })
}
