import { join } from 'node:path'
import { storageSettingsOf } from '@wardline/engines-embedded'
import {
  type CheckpointFiles,
  checkpointFiles,
  type DataDir,
  type HostPorts,
  type JournaledRegistry,
  journalFolderOf,
  notedJournal,
  noteJournal,
  openJournaled,
  removeMarker,
  restoredMarker,
  settleRestore,
} from '@wardline/host'
import { derivedId, PLATFORM_TENANT } from '@wardline/kernel'
import type { StandaloneConfig } from './config.ts'

/**
 * Connects the revocation journal to the engine's registry. In a folder that was restored from a backup, it first repeats
 * everything in the journal since then (docs/backup.md); nothing uses the folder before.
 * @throws Error if the journal is damaged or cannot be written.
 */
export async function openRegistry(
  host: Pick<HostPorts, 'registry' | 'clock' | 'keyring' | 'log' | 'alarms'>,
  dir: DataDir,
  config: StandaloneConfig,
): Promise<JournaledRegistry & { readonly checkpoints: CheckpointFiles }> {
  const { registry, clock, keyring, log } = host
  const noted = notedJournal(dir)
  const { path: folder, apart } = journalFolderOf(dir.path, config.WARDLINE_REVOCATION_JOURNAL_DIR, noted)
  if (!apart) log.warn({ folder }, 'the revocation journal is in the data folder and would be lost with it')
  const marker = restoredMarker(dir)
  if (marker) {
    const journalFolders = [folder, ...marker.journals, ...(noted === undefined ? [] : [noted])]
    const restore = await settleRestore({
      registry,
      clock,
      keyring,
      journalFolders,
      backupTakenAt: marker.backup_taken_at,
      restoreId: derivedId('res', keyring.key(PLATFORM_TENANT, 'ids'), marker.backup_taken_at, marker.restored_at),
    })
    removeMarker(dir)
    log.warn(
      { restore_id: restore.id, ...restore.journal },
      'a restored data folder: agents wait until the restore is confirmed',
    )
  }
  noteJournal(dir, folder)
  const checkpoints = checkpointFiles(config.WARDLINE_CHECKPOINT_DIR ?? join(folder, 'checkpoints'))
  const journal = {
    folder,
    keepDays: config.WARDLINE_REVOCATION_JOURNAL_DAYS,
    writer: 'wardline',
    spareBytes: storageSettingsOf(config).reserveBytes / 16,
  }
  return { ...(await openJournaled(host, journal)), checkpoints }
}
