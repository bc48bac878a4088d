import { type Checkpoint, openCheckpoint } from './checkpoint.ts'
import { type NoteVerifier, noteVerifier, verifierNamed } from './signed-note.ts'

/** Opens the checkpoints of one log, of before and after each of its restores, by one public key. */
export interface HistoryKey {
  /** Of the log before any restore. */
  readonly origin: string
  /** The checkpoint, when this log's key signed it; else undefined. */
  open(note: string): Checkpoint | undefined
}

/** What a log is called after so many restores: each begins a log of a new name, so that no name ever stands for two histories. */
export const originAfter = (origin: string, restores: number): string =>
  restores === 0 ? origin : `${origin}/${restores + 1}`

/** @param verifierKey as the API and `wardline verify` show it. @throws Error when it is not one. */
export function historyKey(verifierKey: string): HistoryKey {
  const first = noteVerifier(verifierKey)
  const byName = new Map<string, NoteVerifier>([[first.name, first]])
  return {
    origin: first.name,
    open(note) {
      const name = note.slice(0, note.indexOf('\n'))
      const rest = name.slice(first.name.length)
      if (!(name.startsWith(first.name) && /^(?:\/[1-9]\d{0,5})?$/.test(rest))) return undefined
      const verifier = byName.get(name) ?? verifierNamed(verifierKey, name)
      if (byName.size < 100) byName.set(name, verifier)
      const checkpoint = openCheckpoint(verifier, note)
      return checkpoint && originAfter(first.name, checkpoint.restores.length) === name ? checkpoint : undefined
    },
  }
}
