import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CommandFailed } from '../output.ts'
import { decrypterWith, decryptFile } from './age.ts'
import { piecesOf } from './files.ts'
import { encryptedName, MANIFEST_NAME } from './names.ts'

/** A backup that is read, encrypted or not. */
export interface BackupFolder {
  readonly folder: string
  /** Where a file of the manifest is, below the folder. */
  nameOf(path: string): string
  /** The content of a file of the manifest, piece by piece. @throws Damaged when it was changed, ENOENT */
  pieces(path: string): AsyncIterable<Uint8Array>
}

/**
 * @param identity the text of an identity file, which an encrypted backup needs
 * @throws CommandFailed when there is no backup, or when it is encrypted and there is no usable identity
 */
export function openBackup(folder: string, identity: string | undefined): BackupFolder {
  const encrypted = existsSync(join(folder, encryptedName(MANIFEST_NAME)))
  if (!encrypted && !existsSync(join(folder, MANIFEST_NAME)))
    throw new CommandFailed(`${folder} is not a backup: it has no ${MANIFEST_NAME}`)
  if (!encrypted) return { folder, nameOf: path => path, pieces: path => piecesOf(join(folder, path)).pieces }
  if (identity === undefined)
    throw new CommandFailed('the backup is encrypted: name the file with its identity with --identity')
  const decrypter = decrypterWith(identity)
  return {
    folder,
    nameOf: encryptedName,
    pieces(path) {
      const name = encryptedName(path)
      return name === path ? piecesOf(join(folder, name)).pieces : decryptFile(decrypter, join(folder, name))
    },
  }
}
