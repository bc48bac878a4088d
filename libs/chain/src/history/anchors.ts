/**
 * Where the newest checkpoint of each log is kept outside of the registry, so that one that was rewritten or cut off shows also when its own
 * checkpoints were. `origin` names the log.
 */
export interface CheckpointAnchors {
  /** The newest note; undefined where none is kept. */
  read(origin: string): Promise<string | undefined>
  write(origin: string, note: string): Promise<void>
}

/** The anchors of this process's life, before those of a longer one where there are any. */
export function rememberingAnchors(longer?: CheckpointAnchors): CheckpointAnchors {
  const notes = new Map<string, string>()
  return {
    read: async origin => notes.get(origin) ?? longer?.read(origin),
    async write(origin, note) {
      notes.set(origin, note)
      await longer?.write(origin, note)
    },
  }
}
