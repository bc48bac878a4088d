import type { LogPartitions } from './log-partitions.ts'
import type { LogReader } from './log-reader.ts'
import type { LogWriter } from './log-writer.ts'

/**
 * Where normalized events lie, searchable, by tenant: what an engine is, and only a host holds. A service is granted the parts that it needs
 * (`portsFor`), so that who may write cannot remove, and who may read can do neither.
 */
export interface LogIndex extends LogReader, LogWriter, LogPartitions {}

/** Nothing but the methods of the part, so that no other can be called at run time either. */
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
  drop: partition => index.drop(partition),
})
