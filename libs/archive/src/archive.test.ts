import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { archiveContract } from '@wardline/ports/contracts'
import { createFileArchive } from './index.ts'

archiveContract('the archive in a folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wardline-archive-'))
  return {
    engine: createFileArchive(folder),
    reopen: async () => createFileArchive(folder),
    close: async () => rmSync(folder, { recursive: true }),
  }
})
