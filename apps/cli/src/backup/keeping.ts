import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { encrypterTo, encryptFile } from './age.ts'
import { type Contents, copyFile, linkFile } from './files.ts'
import type { BackupFile } from './manifest.ts'
import { encryptedName } from './names.ts'

/** How the files of a backup are stored: as they are, or encrypted. */
export interface Keeping {
  /** Where a file of the manifest is, below the backup folder. */
  nameOf(path: string): string
  /** Stores a file. Its content is durable afterwards. @param path below the backup folder, in the manifest */
  copy(from: string, backup: string, path: string): Promise<BackupFile>
  /** The same for a file that is never changed in place: it may be shared. */
  share(from: string, backup: string, path: string): Promise<BackupFile>
}

type Store = (from: string, to: string) => Promise<Contents>

function keeping(nameOf: Keeping['nameOf'], copy: Store): Keeping {
  const storing = (store: (path: string) => Store) => async (from: string, backup: string, path: string) => {
    const to = join(backup, nameOf(path))
    await rm(to, { force: true })
    return { path, ...(await store(path)(from, to)) }
  }
  return { nameOf, copy: storing(() => copy), share: storing(path => (nameOf(path) === path ? linkFile : copy)) }
}

export const plainKeeping = (): Keeping => keeping(path => path, copyFile)

/** @param recipients public keys of age @throws CommandFailed */
export function encryptedKeeping(recipients: readonly string[]): Keeping {
  const encrypter = encrypterTo(recipients)
  return keeping(encryptedName, (from, to) => encryptFile(encrypter, from, to))
}
