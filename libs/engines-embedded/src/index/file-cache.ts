/** Open files, the least recently used closed first, but never one that is in use: `lru-cache` would close those too. */
export interface FileCache<T> {
  /** @param open opens it if it is not open. Call `release` when done. */
  acquire(key: string, open: () => T): T
  release(key: string): void
  /** Closes those that are not in use and that `keep` rejects. */
  retain(keep: (key: string) => boolean): void
  close(): void
}

interface Entry<T> {
  readonly file: T
  users: number
}

export function createFileCache<T extends { close(): void }>(max: number): FileCache<T> {
  const entries = new Map<string, Entry<T>>()
  const trim = (): void => {
    for (const [key, entry] of entries) {
      if (entries.size <= max) return
      if (entry.users > 0) continue
      entries.delete(key)
      entry.file.close()
    }
  }
  return {
    acquire(key, open) {
      const entry = entries.get(key) ?? { file: open(), users: 0 }
      entries.delete(key)
      entries.set(key, entry)
      entry.users++
      trim()
      return entry.file
    },
    release(key) {
      const entry = entries.get(key)
      if (entry) entry.users--
      trim()
    },
    retain(keep) {
      for (const [key, entry] of entries) {
        if (entry.users > 0 || keep(key)) continue
        entries.delete(key)
        entry.file.close()
      }
    },
    close() {
      for (const { file } of entries.values()) file.close()
      entries.clear()
    },
  }
}
