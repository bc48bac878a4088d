import type { ServiceName } from '@wardline/kernel'
import { type Document, defineCollection } from './collection.ts'

/**
 * What a restore from a backup undid in a log: records after `kept`, up to `lost`, may differ from those that were
 * signed.
 */
export interface RestoredLog {
  readonly restore_id: string
  readonly kept: number
  readonly lost: number
  /** Base64. */
  readonly lost_root: string
}

/**
 * A tenant's log as a tree so far (docs/adr/0017): its size, and the hashes that do not fill a tile yet. One document
 * per tenant, `id` is the log's name.
 */
export interface HistoryStateDoc extends Document {
  readonly size: number
  /** By level of the tiles: concatenated hashes in base64. */
  readonly levels: readonly string[]
  /** Digest of the record at position `size`; null before the first. */
  readonly digest: string | null
  /** Restores of the registry, in order: what they undid in this log. */
  readonly restores: readonly RestoredLog[]
}

/** 256 hashes of the tree, which never change. `id` is `<level>.<index>`. */
export interface HistoryTileDoc extends Document {
  /** Concatenated, in base64. */
  readonly hashes: string
}

/** That an authority of RFC 3161 saw a checkpoint. */
export interface CheckpointStamp {
  /** When, by the authority's clock. */
  readonly at: string
  /** The subject of the certificate that signed. */
  readonly authority: string
  /** Its token over the bytes of the note: base64 of DER. */
  readonly token: string
}

/** A signed head of the tree; kept for good. */
export interface CheckpointDoc extends Document {
  readonly origin: string
  readonly size: number
  /** Base64. */
  readonly root: string
  /** The signed note (C2SP tlog-checkpoint). */
  readonly note: string
  readonly signed_at: string
  /** Added later, once and for good, where there is an authority. */
  readonly timestamp?: CheckpointStamp
}

const stateOf = (name: string, owner: ServiceName) =>
  defineCollection<HistoryStateDoc>({ name, owner, schemaVersion: 1, fields: {}, indexes: [] })
const tilesOf = (name: string, owner: ServiceName) =>
  defineCollection<HistoryTileDoc>({ name, owner, schemaVersion: 1, fields: {}, indexes: [] })
const checkpointsOf = (name: string, owner: ServiceName) =>
  defineCollection<CheckpointDoc>({ name, owner, schemaVersion: 1, fields: { size: 'number' }, indexes: [['size']] })

export const auditHistories = stateOf('audit_histories', 'gateway')
export const auditTiles = tilesOf('audit_tiles', 'gateway')
export const auditCheckpoints = checkpointsOf('audit_checkpoints', 'gateway')
export const evidenceHistories = stateOf('evidence_histories', 'alert-projector')
export const evidenceTiles = tilesOf('evidence_tiles', 'alert-projector')
export const evidenceCheckpoints = checkpointsOf('evidence_checkpoints', 'alert-projector')
