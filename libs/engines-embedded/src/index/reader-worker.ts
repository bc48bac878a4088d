import { join } from 'node:path'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { Problem } from '@wardline/kernel'
import { type Handlers, serve } from '../rpc/server.ts'
import { type WorkerStart, warn } from '../thread-start.ts'
import { openCatalogReader, type Partition } from './catalog.ts'
import { type CountParts, countBuckets, countFacets, countReceipts } from './count.ts'
import { createFileCache } from './file-cache.ts'
import type { ReaderMethods } from './methods.ts'
import { partitionKey, partitionPath } from './partition-file.ts'
import { openPartitionReader, type PartitionReader } from './partition-reader.ts'
import { idHash } from './partition-writer.ts'
import { type Lease, search } from './search.ts'

/** A thread that searches and reads the log index. It writes nothing. */
const { dataDir, settings } = workerData as WorkerStart
const folder = join(dataDir, 'index')
const catalog = openCatalogReader(folder)
const files = createFileCache<PartitionReader>(settings.openPartitions)
let searches = 0

const lease = (p: Partition): Lease => {
  const key = partitionKey(p)
  const reader = files.acquire(key, () => openPartitionReader(partitionPath(folder, p)))
  return { reader, release: () => files.release(key) }
}

const cannotSearch = (fault: unknown): void => warn('a partition cannot be searched', fault)
const parts = (): CountParts => ({ partitions: catalog.all(), lease, warn: cannotSearch })

/** Searches and counts take turns; so many may be under way. */
async function admitted<T>(work: () => Promise<T>): Promise<T> {
  if (searches >= settings.maxSearches) throw new Problem('unavailable', { detail: 'too many searches' })
  searches++
  try {
    return await work()
  } finally {
    searches--
  }
}

const handlers: Handlers<ReaderMethods> = {
  ping: () => undefined,
  search: request => admitted(() => search(catalog.all(), lease, request, cannotSearch)),
  facets: request => admitted(() => countFacets(parts(), request)),
  histogram: request => admitted(() => countBuckets(parts(), request)),
  countReceived: request => admitted(() => countReceipts(parts(), request)),
  read({ tenant, eventId }) {
    const hash = idHash(tenant, eventId)
    const newestFirst = catalog.all().sort((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0))
    for (const partition of newestFirst) {
      const { reader, release } = lease(partition)
      try {
        const number = reader.tenantNumber(tenant)
        const doc = number === undefined ? undefined : reader.find(number, eventId, hash)
        if (doc !== undefined) return doc
      } finally {
        release()
      }
    }
    return undefined
  },
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
