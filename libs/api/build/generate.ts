// Writes the types of the API and its document as JSON from openapi/. `--check`: only checks whether the committed files are up to date.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { type JsonSchema, type OpenApiDocument, resolve } from '../src/document/document.ts'
import { loadOpenApi } from '../src/document/load-openapi.ts'
import { operationsOf } from '../src/document/operations.ts'

const OPENAPI = fileURLToPath(new URL('../../../openapi', import.meta.url))
const GENERATED = new URL('../src/generated/', import.meta.url)
const HEAD = '// Generated from openapi/ by `npm run api:generate`. Do not edit.\n'

/** Every path, operation and schema, as openapi-typescript writes them. */
async function paths(doc: OpenApiDocument): Promise<string> {
  const ast = await openapiTypescript(doc as unknown as OpenAPI3, {
    alphabetize: true,
    emptyObjectsUnknown: true,
    defaultNonNullable: false,
  })
  return HEAD + astToString(ast)
}

/** What types alone do not say: the ids, and which query parameters are always there because they have a default. */
function operations(doc: OpenApiDocument): string {
  const found = operationsOf(doc).toSorted((a, b) => (a.operationId < b.operationId ? -1 : 1))
  const defaults = found.flatMap(({ operationId, parameters }) => {
    const names = parameters.flatMap(p =>
      p.in === 'query' && resolve<JsonSchema>(doc, p.schema).default !== undefined ? [`'${p.name}'`] : [],
    )
    return names.length > 0 ? [`  ${operationId}: ${names.join(' | ')}`] : []
  })
  return [
    HEAD,
    '/** Every operation of the API. */',
    `export const OPERATION_IDS = [\n${found.map(o => `  '${o.operationId}',`).join('\n')}\n] as const`,
    'export type OperationId = (typeof OPERATION_IDS)[number]\n',
    '/** Query parameters that are filled in if the caller leaves them out. */',
    `export interface QueryDefaults {\n${defaults.join('\n')}\n}\n`,
  ].join('\n')
}

/** The whole document, a line for each path and component, so that changes to different ones merge. */
function json(value: object, levels: number): string {
  if (levels === 0 || Array.isArray(value)) return JSON.stringify(value)
  const members = Object.entries(value).map(([name, member]) => {
    const text = typeof member === 'object' && member !== null ? json(member, levels - 1) : JSON.stringify(member)
    return `${JSON.stringify(name)}:${text}`
  })
  return `{\n${members.join(',\n')}\n}`
}

/** What audit records name, for the redaction policy: operations, and resources by their path or view. */
function audited(doc: OpenApiDocument): string {
  const found = operationsOf(doc)
  const ids = found.flatMap(({ path }) =>
    [...path.matchAll(/\{([^}]+)\}/g)].map(match => match[1]!.replace(/_id$/, '')),
  )
  const names = found.map(({ path }) => (path.split('/').at(-1) ?? '').replaceAll('-', '_').replace(/s$/, ''))
  const views = found.flatMap(({ view }) => view ?? [])
  const sorted = (list: readonly string[]) => [...new Set(list)].filter(name => /^[a-z_]+$/i.test(name)).toSorted()
  const lists = { operations: sorted(found.map(o => o.operationId)), resources: sorted([...ids, ...names, ...views]) }
  return `${JSON.stringify(lists, null, 2)}\n`
}

const check = process.argv.includes('--check')
const doc = loadOpenApi(OPENAPI)
mkdirSync(GENERATED, { recursive: true })
const files = {
  'paths.ts': await paths(doc),
  'operations.ts': operations(doc),
  'openapi.json': `${json(doc, 3)}\n`,
  '../../../redaction/src/generated/operations.json': audited(doc),
}
for (const [file, text] of Object.entries(files)) {
  const target = new URL(file, GENERATED)
  if (!check) writeFileSync(target, text)
  else if (readFileSync(target, 'utf8') !== text) {
    console.error(`${target.pathname} is not what openapi/ says: npm run api:generate`)
    process.exitCode = 1
  }
}
