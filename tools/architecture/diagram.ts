// The diagram of docs/architecture.md, drawn from what the packages import. `--write` inserts it into the page.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { importsOf } from './imports.ts'
import { type Package, readPackages } from './package-graph.ts'
import { isMain } from './rules.ts'
import { isTest } from './test-files.ts'

/** The diagram is between these lines of the page, and nothing else is. */
const BEGIN = '<!-- layers: `npm run architecture:diagram` writes what is between these lines -->'
const END = '<!-- /layers -->'

/** A Mermaid flow chart: a box per layer with its packages, an arrow for each import that no chain of other arrows implies. */
export function diagram(packages: readonly Package[]): string {
  const layers = [...new Set(packages.map(p => p.layer))].sort()
  const imports = importedLayers(packages)
  const boxes = layers.map(layer => {
    const names = packages.filter(p => p.layer === layer).map(p => p.folder.replace(/^(?:apps|libs)\//, ''))
    return `  ${layer}["${names.sort().join('<br>')}"]`
  })
  const arrows = layers.flatMap(from => {
    const all = [...(imports.get(from) ?? [])]
    const direct = all.filter(to => !all.some(via => via !== to && reaches(imports, via, to))).sort()
    return direct.length > 0 ? [`  ${from} --> ${direct.join(' & ')}`] : []
  })
  return ['```mermaid', 'flowchart TD', ...boxes, ...arrows, '```'].join('\n')
}

/** The page with this diagram in its place. @throws Error when the page has no place for it. */
export function withDiagram(page: string, drawn: string): string {
  const from = page.indexOf(BEGIN)
  const to = page.indexOf(END)
  if (from < 0 || to < from) throw new Error(`the page has no lines "${BEGIN}" and "${END}"`)
  return `${page.slice(0, from + BEGIN.length)}\n\n${drawn}\n\n${page.slice(to)}`
}

/** Which layers the sources of a layer import. Tests and `main.ts`, which may import anything, do not count. */
function importedLayers(packages: readonly Package[]): Map<string, Set<string>> {
  const layerOf = new Map(packages.map(p => [p.name, p.layer]))
  const found = new Map<string, Set<string>>()
  for (const p of packages) {
    const imported = found.get(p.layer) ?? new Set()
    found.set(p.layer, imported)
    for (const file of p.files) {
      if (isTest(file.path) || (p.layer !== 'standalone' && isMain(p, file.path))) continue
      for (const { specifier } of importsOf(file.text)) {
        const target = layerOf.get(specifier.split('/').slice(0, 2).join('/'))
        if (target !== undefined && target !== p.layer) imported.add(target)
      }
    }
  }
  return found
}

function reaches(imports: ReadonlyMap<string, ReadonlySet<string>>, from: string, to: string): boolean {
  const seen = new Set<string>()
  const open = [from]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === to) return true
    if (seen.has(at)) continue
    seen.add(at)
    open.push(...(imports.get(at) ?? []))
  }
  return false
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const path = `${root}docs/architecture.md`
  const drawn = diagram(readPackages(root))
  if (process.argv.includes('--write')) writeFileSync(path, withDiagram(readFileSync(path, 'utf8'), drawn))
  else console.log(drawn)
}
