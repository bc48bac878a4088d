import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { syncNames } from './journal-files.ts'

/** Room for some thousand entries. */
export const SPARE_BYTES = 4 * 1_048_576
const PIECE = Buffer.alloc(1_048_576)
/** How often a spare file that is missing is tried again. */
const AGAIN_MS = 60_000

/**
 * A file of zeros that becomes a file of the journal when the disk is full: its room is on disk already, whoever fills
 * the disk. Entries are written over the zeros; what is behind the last line feed of a file is never read.
 */
export interface SpareFile {
  /** Makes it if it is missing, at most once a minute. Never throws: a full disk has no room for it. */
  make(): Promise<void>
  /** Gives it another name, and opens it for writing at its start. Undefined if there is none. */
  take(path: string): Promise<FileHandle | undefined>
}

/** @param writer processes that share the folder have one each, unless they run the same service */
export function spareFile(folder: string, writer: string, bytes: number): SpareFile {
  const path = join(folder, `${writer}.spare`)
  let triedAt = Number.NEGATIVE_INFINITY

  async function make(): Promise<void> {
    if (performance.now() - triedAt < AGAIN_MS) return
    triedAt = performance.now()
    if ((await sizeOf(path)) >= bytes) return
    const draft = `${path}.${process.pid}`
    try {
      await fill(draft, bytes)
      await rename(draft, path)
    } catch {
      await rm(draft, { force: true }).catch(() => undefined)
    }
  }
  return {
    make,
    async take(name) {
      try {
        await rename(path, name)
        triedAt = performance.now()
        // Its new name must survive a power cut, as the entries will.
        await syncNames(folder)
        return await open(name, 'r+')
      } catch {
        return undefined
      }
    },
  }
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

async function fill(path: string, bytes: number): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    for (let at = 0; at < bytes; at += PIECE.length)
      await file.appendFile(PIECE.subarray(0, Math.min(PIECE.length, bytes - at)))
    await file.sync()
  } finally {
    await file.close()
  }
}
