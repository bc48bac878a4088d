import type { Clock, ConfigOf, Keyring, ServiceName } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import type { Alarms } from '@wardline/service-kit'
import { type JournalOptions, openJournal } from './journal.ts'
import { JOURNALED } from './journal-entry.ts'
import { journalEpoch } from './journal-epoch.ts'
import { type JOURNAL_SETTINGS, journalFolderOf } from './journal-files.ts'
import { journaled } from './journaled-registry.ts'

/** A registry with its journal, and a way to close the journal. */
export interface JournaledRegistry {
  readonly registry: Registry
  close(): Promise<void>
}

interface Host {
  readonly registry: Registry
  readonly clock: Clock
  readonly keyring: Keyring
  readonly alarms: Alarms
}

/** @throws Error when the registry cannot be read. */
export async function openJournaled(
  host: Host,
  { folder, keepDays, ...spare }: Pick<JournalOptions, 'folder' | 'keepDays' | 'writer' | 'spareBytes'>,
): Promise<JournaledRegistry> {
  const { registry, clock, keyring, alarms } = host
  const journal = openJournal({
    folder,
    keepDays,
    ...spare,
    keyring,
    clock,
    epoch: await journalEpoch(registry),
    onFault: error => alarms.raise('revocation_journal', { fault: (error as NodeJS.ErrnoException).code ?? 'unknown' }),
    onWritten: () => alarms.clear('revocation_journal'),
  })
  await journal.prepared
  return { registry: journaled(registry, journal), close: () => journal.close() }
}

/**
 * The registry of a service that is a separate process: with the journal if a setting says so and the service writes
 * what the journal records.
 * @throws Error when the folder cannot be written.
 */
export async function openServiceJournal(
  host: Host,
  service: ServiceName,
  config: ConfigOf<typeof JOURNAL_SETTINGS>,
): Promise<JournaledRegistry> {
  const given = config.WARDLINE_REVOCATION_JOURNAL_DIR
  const writes = [...JOURNALED.values()].some(collection => collection.owner === service)
  if (given === undefined || !writes) return { registry: host.registry, close: async () => {} }
  const keepDays = config.WARDLINE_REVOCATION_JOURNAL_DAYS
  return openJournaled(host, { folder: journalFolderOf('.', given).path, keepDays, writer: service })
}
