import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { openDataDir } from '@wardline/host'
import { checkCertificates } from './certificates.ts'

it('doctor says of a damaged file of the authority what to do, and goes on', async () => {
  const dir = openDataDir(mkdtempSync(join(tmpdir(), 'wardline-doctor-')))
  try {
    expect(await checkCertificates({ dataDir: dir.path, json: true })).toEqual([])
    openDataDir(join(dir.path, 'bootstrap')).write('ca.pem', 'half a certific')
    expect(await checkCertificates({ dataDir: dir.path, json: true })).toEqual([
      expect.objectContaining({ what: 'authority that agents trust', state: 'bad' }),
    ])
  } finally {
    rmSync(dir.path, { recursive: true })
  }
})
