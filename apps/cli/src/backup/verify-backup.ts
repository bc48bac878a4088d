import { join } from 'node:path'
import { contentsOf, filesBelow } from './files.ts'
import { MANIFEST_NAME, readFiles, readHeader } from './manifest.ts'

export interface BackupFault {
  readonly file: string
  readonly fault: 'missing' | 'changed' | 'not part of the backup'
}

export interface VerifiedBackup {
  readonly taken_at: string
  readonly files: number
  readonly bytes: number
  readonly faults: readonly BackupFault[]
}

/**
 * Reads every byte of a backup and checks it against the manifest: a single flipped bit is found. @throws CommandFailed
 * if it is not a backup.
 */
export async function verifyBackup(folder: string): Promise<VerifiedBackup> {
  const { taken_at } = await readHeader(folder)
  const named = new Set([MANIFEST_NAME])
  const faults: BackupFault[] = []
  let bytes = 0
  for await (const file of readFiles(folder)) {
    named.add(file.path)
    bytes += file.bytes
    const found = await contentsOf(join(folder, file.path)).catch(error => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    if (found === undefined) faults.push({ file: file.path, fault: 'missing' })
    else if (found.sha256 !== file.sha256) faults.push({ file: file.path, fault: 'changed' })
  }
  for await (const file of filesBelow(folder))
    if (!named.has(file)) faults.push({ file, fault: 'not part of the backup' })
  return { taken_at, files: named.size - 1, bytes, faults }
}
