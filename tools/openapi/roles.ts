// `docs/roles.md` from the table of operations: writes it with `--write`, else checks that it is up to date.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { loadOpenApi, OPERATION_TABLE, operationsOf } from '@wardline/api'
import { rolesPage } from '@wardline/gateway'

const PAGE = fileURLToPath(new URL('../../docs/roles.md', import.meta.url))
const text = rolesPage(
  operationsOf(loadOpenApi(fileURLToPath(new URL('../../openapi', import.meta.url)))),
  OPERATION_TABLE,
)

if (process.argv.includes('--write')) writeFileSync(PAGE, text)
else if (readFileSync(PAGE, 'utf8') !== text) {
  console.error('docs/roles.md is not what the table of operations says: npm run roles:generate')
  process.exitCode = 1
}
