import type { TenantId } from '@wardline/kernel'
import { type Document, defineCollection } from './collection.ts'

/** One rewrite of an object: what it was before, and why it was changed. */
export interface ArchiveRewrite {
  /** RFC 3339. */
  readonly at: string
  readonly reason: 'erasure'
  readonly removed: number
  /** SHA-256 of the manifest that this one replaced: manifests of an object are a chain. */
  readonly previous_manifest_sha256: string
}

/** What the archive states about an object, and can be checked against. Stored next to it. */
export interface ArchiveManifest {
  readonly format_version: 1
  readonly tenant_id: TenantId
  readonly day: string
  readonly retention_class: string
  readonly part: string
  readonly key_id: string
  readonly events: number
  /** Of the NDJSON. */
  readonly raw_bytes: number
  /** Size of the object as stored. */
  readonly bytes: number
  /** Digest of the object as stored, in hexadecimal. */
  readonly sha256: string
  /** Milliseconds since the epoch, of the events; null if there are none. */
  readonly first_event_time: number | null
  readonly last_event_time: number | null
  /** RFC 3339. */
  readonly created_at: string
  /** Oldest first. */
  readonly rewrites: readonly ArchiveRewrite[]
}

/**
 * One object of a tenant's archive. Its manifest is here as well as next to the object, so that each can be checked
 * against the other.
 */
export interface ArchiveDoc extends Document {
  readonly day: string
  readonly retention_class: string
  readonly part: string
  /**
   * `staged`: written and verified, while its partition is still searched. `expired`: past its retention, and being
   * removed.
   */
  readonly state: 'staged' | 'archived' | 'expired'
  readonly manifest: ArchiveManifest
  /** Milliseconds since the epoch: the first and the last event time in it. */
  readonly first_ms: number
  readonly last_ms: number
  readonly archived_at: string | null
  /** The restore that currently makes its events searchable. */
  readonly restored_by: string | null
}

export const archives = defineCollection<ArchiveDoc>({
  name: 'archives',
  owner: 'log-store',
  schemaVersion: 1,
  fields: { day: 'text', state: 'text', first_ms: 'number', last_ms: 'number' },
  indexes: [['day'], ['state', 'day'], ['state', 'last_ms']],
  essential: true,
})

/** A key that objects of a tenant's archive are sealed under. Destroying it destroys them. */
export interface ArchiveKeyDoc extends Document {
  /** Sealed with the keyring's `archive` key; null once it is destroyed. */
  readonly sealed_key: string | null
  readonly created_at: string
  readonly destroyed_at: string | null
}

export const archiveKeys = defineCollection<ArchiveKeyDoc>({
  name: 'archive_keys',
  owner: 'log-store',
  schemaVersion: 1,
  fields: {},
  indexes: [],
  essential: true,
})

/** Archived events made searchable again for a while. */
export interface ArchiveRestoreDoc extends Document {
  readonly state: 'queued' | 'loading' | 'ready' | 'expired'
  /** Days, both inclusive. */
  readonly from: string
  readonly to: string
  readonly searchable_seconds: number
  readonly requested_at: string
  readonly ready_at: string | null
  /** Milliseconds since the epoch, once it is ready. */
  readonly expires_at: number | null
  readonly objects: number
  readonly events: number
  /** Objects that could not be read, the first hundred. */
  readonly damaged: readonly string[]
}

export const archiveRestores = defineCollection<ArchiveRestoreDoc>({
  name: 'archive_restores',
  owner: 'log-store',
  schemaVersion: 1,
  fields: { state: 'text', requested_at: 'text' },
  indexes: [['requested_at'], ['state', 'requested_at']],
})
