import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The archive's operations on the file system. A crash may come before or after each of them. */
export interface DurableFiles {
  makeFolder(path: string): Promise<void>
  /** Creates a file for its owner only; it must not exist. */
  create(path: string): Promise<FileHandle>
  /** Resolves once the contents are on disk. */
  finish(file: FileHandle): Promise<void>
  /** Replaces an existing file; durable once it resolves. */
  rename(from: string, to: string): Promise<void>
  /** Missing files count as removed. Durable once it resolves. */
  remove(paths: readonly string[]): Promise<void>
}

export const durableFiles: DurableFiles = {
  async makeFolder(path) {
    const first = await mkdir(path, { recursive: true, mode: 0o700 })
    if (first !== undefined)
      for (let at = path; at.length >= dirname(first).length; at = dirname(at)) await syncFolder(at)
  },
  create: path => open(path, 'wx', 0o600),
  async finish(file) {
    await file.sync()
    await file.close()
  },
  async rename(from, to) {
    await rename(from, to)
    await syncFolder(dirname(to))
  },
  async remove(paths) {
    for (const path of paths) await rm(path, { force: true })
    for (const folder of new Set(paths.map(path => dirname(path)))) await syncFolder(folder).catch(unlessMissing)
  },
}

/** A missing folder contains nothing that could come back. */
function unlessMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

/** Makes names durable: without it a power cut may undo the creation of a file. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
