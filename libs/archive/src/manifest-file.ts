import { readFile } from 'node:fs/promises'
import { type ArchiveManifest, ArchiveUnreadable } from '@wardline/ports'

const FORMAT = 1
const MAX_BYTES = 1_048_576

export const manifestText = (manifest: ArchiveManifest): string => `${JSON.stringify(manifest, null, 2)}\n`

/**
 * undefined if there is none. @throws ArchiveUnreadable for a text that is not a manifest of this release or an older
 * one.
 */
export async function readManifest(path: string): Promise<ArchiveManifest | undefined> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    const value = JSON.parse(text.slice(0, MAX_BYTES)) as ArchiveManifest
    if (value.format_version !== FORMAT || !/^[0-9a-f]{64}$/.test(value.sha256)) throw new Error('not a manifest')
    return value
  } catch {
    throw new ArchiveUnreadable('manifest_altered')
  }
}
