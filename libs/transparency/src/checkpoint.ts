import { HASH_BYTES } from './merkle.ts'
import type { NoteSigner, NoteVerifier } from './signed-note.ts'

/** The head of a log at one size (C2SP tlog-checkpoint). */
export interface Checkpoint {
  /** Name of the log, and of its key. */
  readonly origin: string
  readonly size: number
  readonly root: Buffer
  /** What restores from a backup undid, in the order of the restores. */
  readonly restores: readonly RestoredHistory[]
}

/**
 * States that a log was restored from a backup: its records after `kept` may differ from those that checkpoints up to
 * `lost` were signed for. It is written into every later checkpoint, so that the owner of an older one sees why the two
 * differ.
 */
export interface RestoredHistory {
  readonly restoreId: string
  /** Number of records in the backup. */
  readonly kept: number
  /** The newest known checkpoint from before: its size, and its root in base64. */
  readonly lost: number
  readonly lostRoot: string
}

const RESTORED = /^restored (\S+) (\d+) (\d+) (\S+)$/

export function signCheckpoint(signer: NoteSigner, { origin, size, root, restores }: Checkpoint): string {
  const lines = restores.map(r => `restored ${r.restoreId} ${r.kept} ${r.lost} ${r.lostRoot}`)
  return signer.sign(`${[origin, size, root.toString('base64'), ...lines].join('\n')}\n`)
}

/** The checkpoint in a note, if the log's key signed it; else undefined. */
export function openCheckpoint(verifier: NoteVerifier, note: string): Checkpoint | undefined {
  const [origin, size = '', encoded = '', ...extensions] = verifier.open(note)?.split('\n').slice(0, -1) ?? []
  const root = Buffer.from(encoded, 'base64')
  if (origin !== verifier.name || !/^(?:0|[1-9]\d{0,15})$/.test(size) || root.length !== HASH_BYTES) return undefined
  if (!Number.isSafeInteger(Number(size)) || root.toString('base64') !== encoded) return undefined
  const restores = extensions.flatMap((line): RestoredHistory[] => {
    const [, restoreId, kept, lost, lostRoot] = RESTORED.exec(line) ?? []
    return restoreId === undefined || lostRoot === undefined
      ? []
      : [{ restoreId, kept: Number(kept), lost: Number(lost), lostRoot }]
  })
  return { origin, size: Number(size), root, restores }
}
