import { Damaged } from './age.ts'
import { contentsIn, filesBelow } from './files.ts'
import { readFiles, readHeader } from './manifest.ts'
import { MANIFEST_NAME } from './names.ts'
import { openBackup } from './open-backup.ts'

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
 * Reads every byte of a backup and checks it against the manifest: a single flipped bit is found.
 * @param identity the text of an identity file, for an encrypted backup @throws CommandFailed if it is not a backup, or
 * cannot be opened
 */
export async function verifyBackup(folder: string, identity?: string): Promise<VerifiedBackup> {
  const backup = openBackup(folder, identity)
  const { taken_at } = await readHeader(backup)
  const named = new Set([backup.nameOf(MANIFEST_NAME)])
  const faults: BackupFault[] = []
  let bytes = 0
  for await (const { path, bytes: size, sha256 } of readFiles(backup)) {
    const file = backup.nameOf(path)
    named.add(file)
    bytes += size
    const fault = await contentsIn(backup.pieces(path)).then(
      found => (found.sha256 === sha256 ? undefined : ('changed' as const)),
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return 'missing' as const
        if (error instanceof Damaged) return 'changed' as const
        throw error
      },
    )
    if (fault) faults.push({ file, fault })
  }
  for await (const file of filesBelow(folder))
    if (!named.has(file)) faults.push({ file, fault: 'not part of the backup' })
  return { taken_at, files: named.size - 1, bytes, faults }
}
