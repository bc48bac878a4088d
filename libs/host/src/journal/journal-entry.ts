import type { TenantId } from '@wardline/kernel'
import {
  type ArchiveKeyDoc,
  agents,
  agentTombstones,
  alertConsumerKeys,
  archiveKeys,
  type Collection,
  clientAuthorities,
  type Document,
  type EnrollmentTokenDoc,
  enrollmentTokens,
  type LogErasureDoc,
  legalHolds,
  logErasures,
  oidcIssuers,
  retentionSettings,
  serviceAccounts,
  tenants,
} from '@wardline/registries'

/** A write to the registry that a restore must not undo. */
export interface JournalEntry {
  readonly collection: string
  readonly tenant: TenantId
  readonly id: string
  /** The version that the write expected; the write makes the next one. */
  readonly expect: number | 'absent'
  /** The whole document as written; null if it was removed. */
  readonly doc: Document | null
}

/**
 * Who has access and who has lost it: identities and their revocations, spent tokens, accounts, tenants, issuers, the
 * keys that alerts are encrypted for, and the authorities that certificates are verified with. Also what must be gone, or must be kept: erasures, destroyed
 * archive keys, legal holds, retention. Everything else may be as old as the backup. Sessions are not included, because
 * a restore ends them all.
 */
const KEPT = [
  agents,
  agentTombstones,
  enrollmentTokens,
  serviceAccounts,
  tenants,
  oidcIssuers,
  alertConsumerKeys,
  clientAuthorities,
  logErasures,
  archiveKeys,
  legalHolds,
  retentionSettings,
]

/** The collections whose writes are recorded, by name. */
export const JOURNALED: ReadonlyMap<string, Collection<Document>> = new Map(
  (KEPT as readonly unknown[] as readonly Collection<Document>[]).map(collection => [collection.name, collection]),
)

/**
 * For these, only some writes must not be undone by a restore. A token: that it was spent or revoked. An unspent one is
 * void anyway, and `issued` says no more than `claimed`. An erasure: that it was requested; it is then done again. A
 * key: that it was destroyed, but never the key itself.
 */
const ONLY: Readonly<Record<string, (doc: Document) => boolean>> = {
  [enrollmentTokens.name]: doc => !['unused', 'issued'].includes((doc as EnrollmentTokenDoc).state),
  [logErasures.name]: doc => (doc as LogErasureDoc).state === 'queued',
  [archiveKeys.name]: doc => (doc as ArchiveKeyDoc).sealed_key === null,
}

/** Whether a write is recorded. @param doc null if it is removed */
export const isKept = ({ name }: { readonly name: string }, doc: Document | null): boolean =>
  JOURNALED.has(name) && (doc === null || (ONLY[name]?.(doc) ?? true))
