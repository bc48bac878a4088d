import type { TenantId } from '@wardline/kernel'
import type { ArchiveManifest, ArchiveRewrite } from '@wardline/registries'

export type { ArchiveManifest, ArchiveRewrite } from '@wardline/registries'

/** Events as `GET /logs/{event_id}` returns them, without `tier`. Each has `event_id` and `event_time`. */
export type ArchivedEvent = Readonly<Record<string, unknown>>

/** An object of the archive: one tenant's events of one partition. */
export interface ArchiveName {
  readonly tenantId: TenantId
  /** The partition's day, `YYYY-MM-DD`. */
  readonly day: string
  readonly retentionClass: string
  /** Tells partitions of the same day and class apart: at most 40 lower-case letters and digits. */
  readonly part: string
}

/** The key that an object is sealed under: 32 bytes, one tenant's. If the key is lost, so is the object. */
export interface ArchiveKey {
  readonly id: string
  readonly bytes: Uint8Array
}

/** Why an object does not match its manifest. Detecting `undecryptable` needs the key; the others do not. */
export type ArchiveFault =
  | 'manifest_missing'
  | 'manifest_altered'
  | 'object_missing'
  | 'digest_mismatch'
  | 'undecryptable'
  | 'count_mismatch'
  | 'ids_mismatch'

export type ArchiveVerdict = { readonly ok: true } | { readonly ok: false; readonly fault: ArchiveFault }

/** The cold tier: sealed, compressed objects, one per tenant, day, class and part, with a manifest each (docs/architecture.md#retention). */
export interface Archive {
  /**
   * Writes an object, or replaces the whole object of that name. Resolves once object and manifest are durable; until
   * then, and after a crash at any moment, readers see the earlier object or none. Keeps at most one frame of events in
   * memory.
   */
  put(
    name: ArchiveName,
    key: ArchiveKey,
    events: AsyncIterable<readonly ArchivedEvent[]>,
    made: { readonly at: string; readonly rewrites?: readonly ArchiveRewrite[] },
  ): Promise<ArchiveManifest>
  /** The stored manifest, or undefined if there is none. @throws Error when it cannot be parsed. */
  manifest(name: ArchiveName): Promise<ArchiveManifest | undefined>
  /**
   * Reads everything again from storage and checks it against a manifest that is known to be right. Without a key it
   * only compares digests.
   */
  verify(expected: ArchiveManifest, key: ArchiveKey | undefined): Promise<ArchiveVerdict>
  /** The events, in the order in which they were put. @throws ArchiveUnreadable. */
  read(name: ArchiveName, key: ArchiveKey): AsyncIterable<readonly ArchivedEvent[]>
  /** Whether an object of the tenant holds the event. Reads a few kilobytes per object, and no events. */
  holds(tenant: TenantId, eventId: string): Promise<boolean>
  /** Every object that has a manifest, oldest day first. */
  list(tenant: TenantId): AsyncIterable<ArchiveName>
  /** Idempotent. Once it resolves, nothing of the object is left. */
  remove(name: ArchiveName): Promise<void>
  /** Removes what a crash has left of earlier versions of an object. Idempotent. */
  tidy(name: ArchiveName): Promise<void>
}

/**
 * An object that cannot be read: missing, damaged, or sealed under another key. Contains nothing of the object's
 * contents.
 */
export class ArchiveUnreadable extends Error {
  readonly fault: ArchiveFault
  constructor(fault: ArchiveFault) {
    super(`an archived object cannot be read: ${fault}`)
    this.name = 'ArchiveUnreadable'
    this.fault = fault
  }
}
