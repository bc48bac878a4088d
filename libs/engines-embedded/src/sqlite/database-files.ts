/** Where a data folder has its documents. */
export const REGISTRY_FILE = 'registry.sqlite'

/** SQLite's log of a database that is open, or was not closed. */
export const logOf = (path: string): string => `${path}-wal`

/** A database and the files that SQLite keeps next to it. */
export const filesOf = (path: string): string[] => [path, logOf(path), `${path}-shm`, `${path}-journal`]
