import { type Checkpoint, openCheckpoint, type RestoredHistory } from './checkpoint.ts'
import { type NoteVerifier, noteVerifier, verifierNamed } from './signed-note.ts'

/** Opens the checkpoints of one log, from before and after each of its restores, with one public key. */
export interface HistoryKey {
  /** Name of the log before any restore. */
  readonly origin: string
  /** The checkpoint, when this log's key signed it; else undefined. */
  open(note: string): Checkpoint | undefined
}

/**
 * The name of a log after its newest restore: each restore starts a log with a new name, so that no name ever stands
 * for two histories.
 */
export const originAfter = (origin: string, restores: readonly RestoredHistory[]): string => {
  const newest = restores.at(-1)
  return newest === undefined ? origin : `${origin}/${newest.restoreId}`
}

/**
 * How an older checkpoint of a log binds a newer history of it. `binding`: its tree must be the beginning of this one.
 * `explained`: a restore has undone what it was signed for, and the newer history says so. `foreign`: the newer history
 * does not include it.
 */
export function bindingOf(
  older: Pick<Checkpoint, 'size' | 'restores'>,
  restores: readonly RestoredHistory[],
): 'binding' | 'explained' | 'foreign' {
  if (!older.restores.every(({ restoreId }, i) => restores[i]?.restoreId === restoreId)) return 'foreign'
  const later = restores.slice(older.restores.length)
  return later.some(({ kept }) => kept < older.size) ? 'explained' : 'binding'
}

/** @param verifierKey as the API and `wardline verify` show it. @throws Error when it is not a verifier key */
export function historyKey(verifierKey: string): HistoryKey {
  const first = noteVerifier(verifierKey)
  const byName = new Map<string, NoteVerifier>([[first.name, first]])
  return {
    origin: first.name,
    open(note) {
      const name = note.slice(0, note.indexOf('\n'))
      const rest = name.slice(first.name.length)
      if (!(name.startsWith(first.name) && /^(?:\/[\w-]{1,128})?$/.test(rest))) return undefined
      const verifier = byName.get(name) ?? verifierNamed(verifierKey, name)
      if (byName.size < 100) byName.set(name, verifier)
      const checkpoint = openCheckpoint(verifier, note)
      return checkpoint && originAfter(first.name, checkpoint.restores) === name ? checkpoint : undefined
    },
  }
}
