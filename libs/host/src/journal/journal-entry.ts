import type { TenantId } from '@wardline/kernel'
import {
  agents,
  agentTombstones,
  type Collection,
  clientAuthorities,
  type Document,
  type EnrollmentTokenDoc,
  enrollmentTokens,
  oidcIssuers,
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
 * Who may come in, and who no longer: identities and their ends, spent tokens, accounts, tenants, issuers, and the authorities by which
 * certificates are known. Everything else may be as old as the backup. Sessions are not here: a restore ends them all.
 */
const KEPT = [agents, agentTombstones, enrollmentTokens, serviceAccounts, tenants, oidcIssuers, clientAuthorities]

/** The collections whose writes are kept, by name. */
export const JOURNALED: ReadonlyMap<string, Collection<Document>> = new Map(
  (KEPT as readonly unknown[] as readonly Collection<Document>[]).map(collection => [collection.name, collection]),
)

/**
 * Whether a write is kept. Of a token it is kept that it was spent or revoked: a restore voids those that were not, and `issued` says no more
 * than `claimed` does.
 */
export function isKept(collection: { readonly name: string }, doc: Document | null): boolean {
  if (!JOURNALED.has(collection.name)) return false
  if (collection.name !== enrollmentTokens.name || doc === null) return true
  const { state } = doc as EnrollmentTokenDoc
  return state !== 'unused' && state !== 'issued'
}
