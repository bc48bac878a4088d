import { mkdirSync } from 'node:fs'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'

/** The newest checkpoint of each log as a file, outside of the registry and of its backups. */
export interface CheckpointFiles {
  /** Undefined if there is none. @throws Error when it cannot be read. */
  read(origin: string): Promise<string | undefined>
  /** Resolves once it is on disk. */
  write(origin: string, note: string): Promise<void>
}

/** @param folder created if missing, for its owner only. @throws Error when it cannot be created. */
export function checkpointFiles(folder: string): CheckpointFiles {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const fileOf = (origin: string): string => join(folder, `${origin.replaceAll(/[^\w-]/g, '.')}.checkpoint`)
  return {
    read: origin =>
      readFile(fileOf(origin), 'utf8').catch(error => {
        if (error.code === 'ENOENT') return undefined
        throw error
      }),
    async write(origin, note) {
      // Write next to it first, so that there is always a complete file; each process uses its own name.
      const draft = `${fileOf(origin)}.${process.pid}`
      const file = await open(draft, 'w', 0o600)
      await file.writeFile(note)
      await file.sync()
      await file.close()
      await rename(draft, fileOf(origin))
    },
  }
}

/** For a separate process: where a setting says, else next to the revocation journal if there is one, else nowhere. */
export function checkpointFilesOf(config: {
  readonly WARDLINE_CHECKPOINT_DIR: string | undefined
  readonly WARDLINE_REVOCATION_JOURNAL_DIR: string | undefined
}): CheckpointFiles | undefined {
  const journal = config.WARDLINE_REVOCATION_JOURNAL_DIR
  const folder = config.WARDLINE_CHECKPOINT_DIR ?? (journal === undefined ? undefined : join(journal, 'checkpoints'))
  return folder === undefined ? undefined : checkpointFiles(folder)
}
