// `docs/roles.md` from the role table: writes it with `--write`, else says whether it is as it should be.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ROLE_TABLE, rolesPage } from '@wardline/gateway'
import { loadOpenApi, operationsOf } from '@wardline/http'

const PAGE = fileURLToPath(new URL('../../docs/roles.md', import.meta.url))
const text = rolesPage(operationsOf(loadOpenApi(fileURLToPath(new URL('../../openapi', import.meta.url)))), ROLE_TABLE)

if (process.argv.includes('--write')) writeFileSync(PAGE, text)
else if (readFileSync(PAGE, 'utf8') !== text) {
  console.error('docs/roles.md is not what the role table says: npm run roles:generate')
  process.exitCode = 1
}
