import type { LogPartitions } from './log-partitions.ts'
import type { LogReader } from './log-reader.ts'
import type { LogWriter } from './log-writer.ts'

/**
 * Where normalized events are stored, searchable, by tenant. This is what an engine provides, and only a host has all
 * of it. A service is granted the parts that it needs (`portsFor`): one that may write cannot remove, and one that may
 * read can do neither.
 */
export interface LogIndex extends LogReader, LogWriter, LogPartitions {}

/** Only the methods of the part, so that no others can be called at run time either. */
export const readerOf = (index: LogIndex): LogReader => ({
  capabilities: index.capabilities,
  search: (tenant, query) => index.search(tenant, query),
  facets: (tenant, query) => index.facets(tenant, query),
  histogram: (tenant, query) => index.histogram(tenant, query),
  countReceived: (tenant, from, to) => index.countReceived(tenant, from, to),
  read: (tenant, eventId) => index.read(tenant, eventId),
})

export const writerOf = (index: LogIndex): LogWriter => ({
  put: items => index.put(items),
})

export const partitionsOf = (index: LogIndex): LogPartitions => ({
  partitions: () => index.partitions(),
  tenantsOf: partition => index.tenantsOf(partition),
  readPartition: (partition, tenant, page) => index.readPartition(partition, tenant, page),
  seal: partition => index.seal(partition),
  erase: (partition, items) => index.erase(partition, items),
  purge: partition => index.purge(partition),
  drop: partition => index.drop(partition),
})
