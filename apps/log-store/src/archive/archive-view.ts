import type { View } from '@wardline/api'
import { rfc3339 } from '@wardline/kernel'
import type { Stored } from '@wardline/ports'
import type { ArchiveDoc, ArchiveRestoreDoc, LogErasureDoc } from '@wardline/registries'

/** An archived object as the API returns it. */
export const archiveView = ({ doc }: Stored<ArchiveDoc>): View<'ArchivedObject'> => ({
  archive_id: doc.id,
  day: doc.day,
  retention_class: doc.retention_class,
  events: doc.manifest.events,
  first_event_time: doc.manifest.first_event_time === null ? null : rfc3339(doc.manifest.first_event_time),
  last_event_time: doc.manifest.last_event_time === null ? null : rfc3339(doc.manifest.last_event_time),
  bytes: doc.manifest.bytes,
  raw_bytes: doc.manifest.raw_bytes,
  sha256: doc.manifest.sha256,
  key_id: doc.manifest.key_id,
  rewrites: doc.manifest.rewrites,
  archived_at: doc.archived_at,
  restored_by: doc.restored_by,
})

export const restoreView = ({ doc }: Stored<ArchiveRestoreDoc>): View<'ArchiveRestore'> => ({
  restore_id: doc.id,
  state: doc.state,
  from: doc.from,
  to: doc.to,
  objects: doc.objects,
  events: doc.events,
  damaged: doc.damaged,
  requested_at: doc.requested_at,
  ready_at: doc.ready_at,
  expires_at: doc.expires_at === null ? null : rfc3339(doc.expires_at),
})

/** An erasure as the API returns it. It never names the subject. */
export const erasureView = ({ doc }: Stored<LogErasureDoc>): View<'LogErasure'> => ({
  erasure_id: doc.id,
  state: doc.state,
  subject_type: doc.subject_type,
  reason: doc.reason,
  searchable_removed: doc.searchable_removed,
  archived_removed: doc.archived_removed,
  objects_rewritten: doc.objects_rewritten,
  records_changed: doc.records ?? {},
  requested_at: doc.requested_at,
  removed_at: doc.removed_at ?? (doc.state === 'done' ? doc.finished_at : null),
  waits_for: doc.state !== 'waiting_for_retention' ? null : doc.topics_clean_at ? 'backups' : 'topics',
  may_be_held: heldBy(doc),
  finished_at: doc.finished_at,
})

/** What cannot be rewritten and may still hold the subject. */
function heldBy({ state, topics = [], backups_until }: LogErasureDoc): View<'LogErasure'>['may_be_held'] {
  if (state !== 'waiting_for_retention') return []
  return [
    ...topics.map(({ topic, keptUntil }) => ({ in: 'topic' as const, name: topic, until: rfc3339(keptUntil) })),
    ...(backups_until ? [{ in: 'backups' as const, name: null, until: backups_until }] : []),
  ]
}
