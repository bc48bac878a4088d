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

/** The pieces of a file, a megabyte at a time, and what they were once all have been taken. */
export function piecesOf(path: string): { readonly pieces: AsyncIterable<Uint8Array>; contents(): Contents } {
  const { through, contents } = counted()
  async function* read(): AsyncGenerator<Uint8Array> {
    const file = await open(path, 'r')
    try {
      for (;;) {
        // A buffer of its own each time: whoever takes the pieces may still hold the one before.
        const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK)
        if (bytesRead === 0) return
        yield buffer.subarray(0, bytesRead)
      }
    } finally {
      await file.close()
    }
  }
  return { pieces: through(read()), contents }
}

/** Counts and digests what passes through. */
export function counted(): {
  through(pieces: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  contents(): Contents
} {
  const digest = createHash('sha256')
  let bytes = 0
  return {
    async *through(pieces) {
      for await (const piece of pieces) {
        digest.update(piece)
        bytes += piece.length
        yield piece
      }
    },
    contents: () => ({ bytes, sha256: digest.digest('hex') }),
  }
}

/** Reads to the end. */
export async function contentsIn(pieces: AsyncIterable<Uint8Array>): Promise<Contents> {
  const { through, contents } = counted()
  for await (const _ of through(pieces));
  return contents()
}

export const contentsOf = (path: string): Promise<Contents> => contentsIn(piecesOf(path).pieces)

/** Writes a new file, 0600. Its content is durable afterwards, its name is not yet. */
export async function writeFile(to: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  const file = await open(to, 'wx', 0o600)
  try {
    for await (const piece of pieces) await file.writeFile(piece)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Copies a file to a new path, 0600. Its content is durable afterwards, its name is not yet. */
export async function copyFile(from: string, to: string): Promise<Contents> {
  const { pieces, contents } = piecesOf(from)
  await writeFile(to, pieces)
  return contents()
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
