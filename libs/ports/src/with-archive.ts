import type { Archive } from './archive.ts'
import type { LogIndex } from './log-index.ts'

/** The same index, which also tells of an event that it does not have whether the archive has it. */
export const withArchive = (index: LogIndex, archive: Pick<Archive, 'holds'>): LogIndex => ({
  ...index,
  async read(tenant, eventId) {
    const found = await index.read(tenant, eventId)
    if (found) return found
    if (await archive.holds(tenant, eventId)) return 'archived'
    // A restore may have brought it back, or a move may have ended, between the two looks.
    return index.read(tenant, eventId)
  },
})
