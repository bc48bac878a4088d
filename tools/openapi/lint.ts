// Lints the API document as the gateway serves it: the files of openapi/ merged, with the security of the table of
// operations. Every schema that requests are checked against must compile; @redocly/cli looks at the whole.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadOpenApi, OPERATION_TABLE } from '@wardline/api'
import { describeAccess } from '@wardline/gateway'
import { createRequestValidator } from '@wardline/http'
import { lintDocument } from '../redocly.ts'

const openapi = loadOpenApi(fileURLToPath(new URL('../../openapi', import.meta.url)))
createRequestValidator(openapi).compileAll()
const document = describeAccess(openapi, OPERATION_TABLE)
const folder = mkdtempSync(join(tmpdir(), 'wardline-openapi-'))
try {
  const merged = join(folder, 'openapi.json')
  writeFileSync(merged, JSON.stringify(document, null, 2))
  process.exitCode = lintDocument(merged, fileURLToPath(new URL('redocly.yaml', import.meta.url))) ? 0 : 1
} finally {
  rmSync(folder, { recursive: true })
}
