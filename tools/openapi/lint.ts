// Lints the API document: the files of openapi/ merged as the gateway merges them, references checked, @redocly/cli on the whole.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadOpenApi } from '@wardline/http'
import { lintDocument } from '../redocly.ts'

const document = loadOpenApi(fileURLToPath(new URL('../../openapi', import.meta.url)))
const folder = mkdtempSync(join(tmpdir(), 'wardline-openapi-'))
try {
  const merged = join(folder, 'openapi.json')
  writeFileSync(merged, JSON.stringify(document, null, 2))
  process.exitCode = lintDocument(merged, fileURLToPath(new URL('redocly.yaml', import.meta.url))) ? 0 : 1
} finally {
  rmSync(folder, { recursive: true })
}
