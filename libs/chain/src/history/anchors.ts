/**
 * Storage for the newest checkpoint of each log outside the registry, so that a rewritten or truncated log is detected
 * even if its checkpoints were changed too. `origin` names the log.
 */
export interface CheckpointAnchors {
  /** The newest note; undefined if there is none. */
  read(origin: string): Promise<string | undefined>
  write(origin: string, note: string): Promise<void>
}

/** Anchors in the memory of this process, in front of durable ones if there are any. */
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
