import { join } from 'node:path'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { Problem } from '@wardline/kernel'
import { TIERS } from '@wardline/ports'
import { type Handlers, serve } from '../rpc/server.ts'
import { type WorkerStart, warn } from '../thread-start.ts'
import { openCatalogReader, type Partition, tierOf } from './catalog.ts'
import { countBuckets, countFacets, countReceipts } from './count.ts'
import { createFairTurns } from './fair-turns.ts'
import { createFileCache } from './file-cache.ts'
import type { ReaderMethods } from './methods.ts'
import { partitionPath } from './partition-file.ts'
import { createPages } from './partition-pages.ts'
import { openPartitionReader, type PartitionReader } from './partition-reader.ts'
import { idHash } from './partition-writer.ts'
import { type Lease, type ReadParts, search } from './search.ts'

/** A thread that searches and reads the log index. It writes nothing. */
const { dataDir, settings } = workerData as WorkerStart
const folder = join(dataDir, 'index')
const catalog = openCatalogReader(folder)
const files = createFileCache<PartitionReader>(settings.openForSearch)
let searches = 0

/**
 * A partition's current file: compaction may have changed it since the catalog was read. @throws Error when it is gone.
 */
const lease = ({ id }: Pick<Partition, 'id'>): Lease => {
  const p = catalog.find(id)
  if (!p) throw new Error('the partition is gone')
  const reader = files.acquire(p.file, () => openPartitionReader(partitionPath(folder, p)))
  return { reader, release: () => files.release(p.file) }
}

/** Do not keep files open for partitions that are gone, or that have another file now. */
const partitions = (): Partition[] => {
  const all = catalog.all()
  const current = new Set(all.map(p => p.file))
  files.retain(file => current.has(file))
  return all
}

const pageOf = createPages(id => lease({ id }))

const cannotSearch = (fault: unknown): void => warn('a partition cannot be searched', fault)
const turn = createFairTurns()
const parts = (): ReadParts => ({ partitions: partitions(), lease, warn: cannotSearch, turn })

/** Searches and counts take turns; this many may be in progress. */
async function admitted<T>(work: () => Promise<T>): Promise<T> {
  if (searches >= settings.maxSearches) throw new Problem('unavailable', { detail: 'too many searches' })
  searches++
  try {
    return await work()
  } finally {
    searches--
  }
}

/** Newest partitions first. There may be hundreds, so others get their turn between any two. */
async function find(tenant: string, eventId: string): Promise<ReaderMethods['read']['answer']> {
  const hash = idHash(tenant, eventId)
  const newestFirst = partitions().sort((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0))
  for (const partition of newestFirst) {
    await turn(tenant)
    // A partition that was dropped meanwhile has no events any more.
    if (!catalog.find(partition.id)) continue
    const { reader, release } = lease(partition)
    try {
      const number = reader.tenantNumber(tenant)
      const doc = number === undefined ? undefined : reader.find(number, eventId, hash)
      if (doc !== undefined) return { doc, tier: tierOf(partition) }
    } finally {
      release()
    }
  }
  return undefined
}

const handlers: Handlers<ReaderMethods> = {
  ping: () => undefined,
  search: request => admitted(() => search(parts(), request)),
  facets: request => admitted(() => countFacets(parts(), request)),
  histogram: request => admitted(() => countBuckets(parts(), request)),
  countReceived: request => admitted(() => countReceipts(parts(), request)),
  read: ({ tenant, eventId }) => admitted(() => find(tenant, eventId)),
  tiers({ from, to }) {
    const found = new Set(partitions().flatMap(p => (p.last >= from && p.first < to ? tierOf(p) : [])))
    return TIERS.filter(tier => tier === 'hot' || found.has(tier))
  },
  partitions: () =>
    partitions().map(p => ({ id: p.id, day: p.day, retentionClass: p.retentionClass, tier: tierOf(p) })),
  tenantsOf: id => (catalog.find(id) ? pageOf.tenants(id) : []),
  page: request => (catalog.find(request.id) ? pageOf.page(request) : { docs: [], next: null }),
  shutdown() {
    files.close()
    catalog.close()
    setImmediate(() => process.exit(0))
    return undefined
  },
}

let connections = 0
parentPort?.on('message', ({ port }: { port: MessagePort }) => serve(port, { id: ++connections }, handlers, () => {}))
parentPort?.postMessage('ready')
