import type { View } from '@wardline/api'
import type { Stored } from '@wardline/ports'
import type { RestoreDoc } from '@wardline/registries'

/** A restore as a platform_admin sees it. */
export const restoreView = ({ doc, version }: Stored<RestoreDoc>): View<'Restore'> => ({
  restore_id: doc.id,
  state: doc.state,
  backup_taken_at: doc.backup_taken_at,
  settled_at: doc.settled_at,
  confirmed_at: doc.confirmed_at,
  confirmed_by: doc.confirmed_by,
  journal_files: doc.journal.files,
  journal_replayed: doc.journal.replayed,
  journal_refused: doc.journal.refused,
  tokens_voided: doc.tokens_voided,
  sessions_ended: doc.sessions_ended,
  version,
})
