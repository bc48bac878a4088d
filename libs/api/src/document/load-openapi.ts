import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { OpenApiDocument } from './document.ts'

const ROOT = 'wardline.yaml'

type Members = Record<string, unknown>

/**
 * The API document: `wardline.yaml` with the `paths`, `components` and `tags` of every other `*.yaml` of the folder merged in.
 * @throws Error when two files define the same operation or component, or a file has other members than these.
 */
export function loadOpenApi(dir: string): OpenApiDocument {
  const names = readdirSync(dir).filter(name => name.endsWith('.yaml'))
  if (!names.includes(ROOT)) throw new Error(`${ROOT} is missing in the folder of API documents`)
  const doc = read(dir, ROOT)
  for (const name of names.filter(n => n !== ROOT).sort()) mergeArea(doc, read(dir, name), name)
  return doc as unknown as OpenApiDocument
}

const read = (dir: string, name: string): Members => parse(readFileSync(join(dir, name), 'utf8')) as Members

function mergeArea(doc: Members, area: Members, file: string): void {
  for (const [member, value] of Object.entries(area)) {
    if (member === 'paths' || member === 'components') mergeTwoLevels(membersOf(doc, member), value as Members, file)
    else if (member === 'tags') doc.tags = [...((doc.tags as unknown[] | undefined) ?? []), ...(value as unknown[])]
    else if (member !== 'openapi' && member !== 'info') throw new Error(`${file}: ${member} belongs in ${ROOT}`)
  }
}

function mergeTwoLevels(into: Members, from: Members, file: string): void {
  for (const [group, members] of Object.entries(from)) {
    const target = membersOf(into, group)
    for (const [name, value] of Object.entries(members as Members)) {
      if (Object.hasOwn(target, name)) throw new Error(`${file}: ${group} ${name} is defined twice`)
      target[name] = value
    }
  }
}

function membersOf(parent: Members, name: string): Members {
  if (!Object.hasOwn(parent, name)) parent[name] = {}
  return parent[name] as Members
}
