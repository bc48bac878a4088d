import type { Clock } from '@wardline/kernel'
import type { Archive } from './archive.ts'
import type { LogIndex } from './log-index.ts'
import type { IndexItem, PutResult } from './log-item.ts'
import { isRestoredClass } from './log-partitions.ts'

/** No partition is sealed before (docs/architecture.md#normalized-log-events), so no event of a younger day is in the archive. */
const LEAST_HOT_MS = 8 * 86_400_000

/**
 * The same index, which also knows what is in the archive: an archived event reads as `archived`, and is not put a
 * second time, however late it arrives again.
 */
export const withArchive = (index: LogIndex, archive: Pick<Archive, 'holds'>, clock: Clock): LogIndex => ({
  ...index,
  async read(tenant, eventId) {
    const found = await index.read(tenant, eventId)
    if (found) return found
    if (await archive.holds(tenant, eventId)) return 'archived'
    // A restore may have brought it back, or a move may have ended, between the two reads.
    return index.read(tenant, eventId)
  },
  async put(items) {
    const oldest = clock.now() - LEAST_HOT_MS
    const mayBeArchived = (item: IndexItem): boolean =>
      Date.parse(item.partitionDay) < oldest && !isRestoredClass(item.retentionClass)
    if (!items.some(mayBeArchived)) return index.put(items)
    const archived = await Promise.all(
      items.map(item => mayBeArchived(item) && archive.holds(item.tenantId, item.eventId)),
    )
    const put = [...(await index.put(items.filter((_, i) => !archived[i])))]
    return archived.map((there): PutResult => (there ? 'duplicate' : (put.shift() ?? 'retry')))
  },
})
