import { createHash } from 'node:crypto'
import { link, mkdir, open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '@wardline/engines-embedded'

/** A file's content, as described in a manifest. */
export interface Contents {
  readonly bytes: number
  /** Lower-case hex. */
  readonly sha256: string
}

const CHUNK = 1_048_576

/** Reads a file from end to end, a megabyte at a time. @param write takes each piece */
async function readThrough(path: string, write?: (piece: Uint8Array) => Promise<unknown>): Promise<Contents> {
  const digest = createHash('sha256')
  const file = await open(path, 'r')
  try {
    const buffer = Buffer.allocUnsafe(CHUNK)
    let bytes = 0
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, CHUNK)
      if (bytesRead === 0) return { bytes, sha256: digest.digest('hex') }
      const piece = buffer.subarray(0, bytesRead)
      digest.update(piece)
      bytes += bytesRead
      await write?.(piece)
    }
  } finally {
    await file.close()
  }
}

export const contentsOf = (path: string): Promise<Contents> => readThrough(path)

/** Copies a file to a new path, 0600. Its content is durable afterwards, its name is not yet. */
export async function copyFile(from: string, to: string): Promise<Contents> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  const file = await open(to, 'wx', 0o600)
  try {
    const contents = await readThrough(from, piece => file.writeFile(piece))
    await file.sync()
    return contents
  } finally {
    await file.close()
  }
}

/** Makes a hard link if the file system allows it, otherwise a copy. Only for files that are never changed in place. */
export async function linkFile(from: string, to: string): Promise<Contents> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  try {
    await link(from, to)
  } catch (error) {
    if (!['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    return copyFile(from, to)
  }
  return contentsOf(to)
}

/** Every regular file below a folder, by its path below it. Nothing if there is no such folder. */
export async function* filesBelow(folder: string, below = ''): AsyncGenerator<string> {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(error => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory()) yield* filesBelow(folder, path)
    else if (entry.isFile()) yield path
  }
}

/** Makes the file names in a folder and all its subfolders durable. */
export async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await syncFolders(join(folder, entry.name))
  syncFolder(folder)
}
