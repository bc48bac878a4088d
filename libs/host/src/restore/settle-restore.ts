import { type Clock, type Keyring, newId, PLATFORM_TENANT, rfc3339, type TenantId } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { alertCounters, enrollmentTokens, type RestoreDoc, restores, sessions } from '@wardline/registries'
import { allDocuments, allTenants, update } from '@wardline/service-kit'
import { journalEpoch } from '../journal/journal-epoch.ts'
import { replayJournal } from './replay-journal.ts'

/** More alerts than a tenant gets between a backup and its restore: their numbers are not used again. */
const SEQUENCE_LEAP = 1_000_000

export interface SettleOptions {
  /** The engine's own: the documents belong to several services, none of which is running yet. */
  readonly registry: Registry
  readonly clock: Clock
  readonly keyring: Keyring
  /** Every folder that may hold a part of the journal. */
  readonly journalFolders: readonly string[]
  readonly backupTakenAt: string | null
  /** From a restore that may have been settled already, before a crash. */
  readonly restoreId?: string
}

/**
 * Prepares a registry that comes from a backup, before any service works on it: revocations and spent tokens since the
 * backup apply again, tokens that are unused in the backup become void, sessions end, and alert numbers continue beyond
 * those already used. It writes a record of the restore last. Until an operator confirms that record, agents get 503.
 * Safe to interrupt and to repeat until the record is written.
 */
export async function settleRestore(options: SettleOptions): Promise<RestoreDoc> {
  const { registry, clock, keyring, journalFolders, restoreId = newId('res') } = options
  const settled = await registry.read(restores, PLATFORM_TENANT, restoreId)
  if (settled) return settled.doc
  const journal = await replayJournal(registry, keyring, journalFolders, await journalEpoch(registry))
  let [tokensVoided, sessionsEnded] = [0, 0]
  for await (const tenant of allTenants(registry)) {
    tokensVoided += await voidTokens(registry, tenant)
    sessionsEnded += await endSessions(registry, tenant)
    await leapSequence(registry, tenant)
  }
  const doc: RestoreDoc = {
    id: restoreId,
    state: 'waiting',
    backup_taken_at: options.backupTakenAt,
    settled_at: rfc3339(clock.now()),
    confirmed_at: null,
    confirmed_by: null,
    journal,
    tokens_voided: tokensVoided,
    sessions_ended: sessionsEnded,
  }
  await registry.write(restores, PLATFORM_TENANT, doc, { expect: 'absent' })
  return doc
}

/** An unused token of a backup may have been used since: the journal may miss that, or be lost. */
async function voidTokens(registry: Registry, tenant: TenantId): Promise<number> {
  let voided = 0
  for await (const { doc, version } of allDocuments(registry, enrollmentTokens, tenant)) {
    if (doc.state !== 'unused') continue
    await registry.write(enrollmentTokens, tenant, { ...doc, state: 'revoked' }, { expect: version })
    voided++
  }
  return voided
}

/** A session that has been ended since must not come back. */
async function endSessions(registry: Registry, tenant: TenantId): Promise<number> {
  let ended = 0
  for await (const { doc, version } of allDocuments(registry, sessions, tenant))
    if (await registry.remove(sessions, tenant, doc.id, version)) ended++
  return ended
}

/** To one above a multiple of a million: consumers tell this gap from a loss (docs/consuming-alerts.md). */
async function leapSequence(registry: Registry, tenant: TenantId): Promise<void> {
  if (tenant === PLATFORM_TENANT) return
  await update(registry, alertCounters, tenant, 'alerts', current => {
    const counter = current?.doc ?? { id: 'alerts', next: 1, reserved: [], ticketed_at: [] }
    return { doc: { ...counter, next: (Math.ceil(counter.next / SEQUENCE_LEAP) + 1) * SEQUENCE_LEAP + 1 } }
  })
}
