import type { TenantId } from '@wardline/kernel'
import {
  type ArchiveKeyDoc,
  agents,
  agentTombstones,
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
  /** What the write expected; it makes the next version. */
  readonly expect: number | 'absent'
  /** The whole document as written; null: it was removed. */
  readonly doc: Document | null
}

/**
 * Who may come in and who no longer: identities and their ends, spent tokens, accounts, tenants, issuers, and the authorities by which
 * certificates are known. And what must be gone, or must not go: erasures, destroyed keys of archives, legal holds, retention. Everything else
 * may be as old as the backup. Sessions are not here: a restore ends them all.
 */
const KEPT = [
  agents,
  agentTombstones,
  enrollmentTokens,
  serviceAccounts,
  tenants,
  oidcIssuers,
  clientAuthorities,
  logErasures,
  archiveKeys,
  legalHolds,
  retentionSettings,
]

/** The collections whose writes are kept, by name. */
export const JOURNALED: ReadonlyMap<string, Collection<Document>> = new Map(
  (KEPT as readonly unknown[] as readonly Collection<Document>[]).map(collection => [collection.name, collection]),
)

/**
 * Of these, only some writes say what a restore must not undo. A token that it was spent or revoked: one that was not is void anyway, and
 * `issued` says no more than `claimed`. An erasure that it was asked for: it is then done again. A key that it was destroyed, and never the key.
 */
const ONLY: Readonly<Record<string, (doc: Document) => boolean>> = {
  [enrollmentTokens.name]: doc => !['unused', 'issued'].includes((doc as EnrollmentTokenDoc).state),
  [logErasures.name]: doc => (doc as LogErasureDoc).state === 'queued',
  [archiveKeys.name]: doc => (doc as ArchiveKeyDoc).sealed_key === null,
}

/** Whether a write is kept. @param doc null: it is removed */
export const isKept = ({ name }: { readonly name: string }, doc: Document | null): boolean =>
  JOURNALED.has(name) && (doc === null || (ONLY[name]?.(doc) ?? true))
