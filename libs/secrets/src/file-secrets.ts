import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { type Secrets, SecretUnresolved } from '@wardline/ports'

const MAX_BYTES = 64 * 1024

/**
 * Secrets in files: `<dir>/tenants/<tenant_id>/<purpose>/<name>`, one secret per file, without a final newline. A file
 * is not used if its group or others have access to it (mode 0600 is required), if it is a link, or if another user
 * owns it.
 */
export const createFileSecrets = (dir: string): Secrets => ({
  async resolve(tenant, ref) {
    const file = await opened(join(dir, 'tenants', tenant, ref.purpose, ref.name))
    try {
      // Checks the open file, not its name, so it cannot be swapped in between.
      const about = await file.stat()
      const ours = process.getuid === undefined || about.uid === process.getuid()
      if (!about.isFile() || (about.mode & 0o077) !== 0 || !ours || about.size > MAX_BYTES)
        throw new SecretUnresolved('unsafe')
      return (await file.readFile('utf8')).replace(/\r?\n$/, '')
    } finally {
      await file.close()
    }
  },
})

async function opened(path: string): Promise<FileHandle> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new SecretUnresolved(code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unsafe')
  }
}
