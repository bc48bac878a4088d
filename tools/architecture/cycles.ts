import { dirname, join, relative } from 'node:path'
import { importsOf } from './imports.ts'
import type { Package, SourceFile } from './package-graph.ts'
import { isTest } from './test-files.ts'
import type { Violation } from './violation.ts'

/** An import of one source file by another. */
interface Edge {
  readonly from: string
  readonly to: string
  /** Where `from` imports `to`. */
  readonly line: number
}

/**
 * Import cycles between files, including type-only imports: one violation for each group of files, with a shortest
 * cycle.
 * @param packages resolve imports by name.
 */
export function fileCycles(files: readonly SourceFile[], packages: readonly Package[]): Violation[] {
  const edges = edgesOf(files, packages)
  return knots(edges).map(knot => {
    const way = shortestCycle(knot)
    const first = way[0] as Edge
    return {
      rule: 'import cycle',
      file: first.from,
      line: first.line,
      detail: `files import one another in a circle: ${[...way.map(at), first.from].join(' -> ')}`,
      fix: 'Move what both need into a file that imports neither',
    }
  })
}

/**
 * Cycles between sibling folders of a package, at every depth: one violation for each group of folders, with an import
 * for each step around it. Tests may reach anywhere, so they do not count.
 */
export function folderCycles(p: Package): Violation[] {
  const src = join(p.folder, 'src')
  const files = p.files.filter(file => !isTest(file.path))
  const levels = new Map<string, Edge[]>()
  for (const edge of edgesOf(files, [])) {
    const level = commonFolder(edge.from, edge.to)
    const [from, to] = [childOf(level, edge.from), childOf(level, edge.to)]
    if (from === undefined || to === undefined || !`${level}/`.startsWith(`${src}/`)) continue
    levels.set(level, [...(levels.get(level) ?? []), edge])
  }
  return [...levels].flatMap(([level, edges]) =>
    knots(edges.map(edge => ({ ...edge, from: `${childOf(level, edge.from)}`, to: `${childOf(level, edge.to)}` }))).map(
      knot => {
        const way = shortestCycle(knot)
        const imports = way.map(step =>
          edges.find(edge => childOf(level, edge.from) === step.from && childOf(level, edge.to) === step.to),
        ) as Edge[]
        const first = imports[0] as Edge
        const names = way.map(step => `${step.from}/`).join(', ')
        const steps = imports.map(
          edge => `${at({ ...edge, from: relative(level, edge.from) })} imports ${relative(level, edge.to)}`,
        )
        return {
          rule: 'folder cycle',
          file: first.from,
          line: first.line,
          detail: `the folders ${names} of ${level}/ need one another: ${steps.join('; ')}`,
          fix: 'Move one of these files to the folder that it serves, or what both need to a folder of its own',
        }
      },
    ),
  )
}

const at = ({ from, line }: Edge): string => `${from}:${line}`

function edgesOf(files: readonly SourceFile[], packages: readonly Package[]): Edge[] {
  const known = new Set(files.map(file => file.path))
  const entries = new Map(
    packages.flatMap(p => [...p.entries].map(([entry, file]) => [p.name + entry.slice(1), file] as const)),
  )
  return files.flatMap(({ path, text }) =>
    importsOf(text).flatMap(({ specifier, line }) => {
      const to = specifier.startsWith('.') ? join(dirname(path), specifier) : entries.get(specifier)
      return to !== undefined && known.has(to) ? [{ from: path, to, line }] : []
    }),
  )
}

/** The groups of nodes that reach one another, each as the edges within it (Tarjan's algorithm). */
function knots(edges: readonly Edge[]): Edge[][] {
  const out = Map.groupBy(edges, edge => edge.from)
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const group = new Map<string, number>()
  const stack: string[] = []
  const visit = (node: string): void => {
    const own = index.size
    index.set(node, own)
    low.set(node, own)
    stack.push(node)
    for (const { to } of out.get(node) ?? []) {
      if (!index.has(to)) visit(to)
      if (!group.has(to)) low.set(node, Math.min(low.get(node) as number, low.get(to) as number))
    }
    if (low.get(node) === own) for (const member of stack.splice(stack.indexOf(node))) group.set(member, own)
  }
  for (const node of out.keys()) if (!index.has(node)) visit(node)
  const within = edges.filter(({ from, to }) => group.get(from) === group.get(to))
  return [...Map.groupBy(within, edge => group.get(edge.from)).values()]
}

/** A shortest path from the group's first node, in alphabetical order, back to it. */
function shortestCycle(knot: readonly Edge[]): Edge[] {
  const out = Map.groupBy(knot, edge => edge.from)
  const start = [...out.keys()].sort()[0] as string
  const ways: Edge[][] = (out.get(start) ?? []).map(edge => [edge])
  const seen = new Set<string>()
  for (const way of ways) {
    const end = way[way.length - 1] as Edge
    if (end.to === start) return way
    if (seen.has(end.to)) continue
    seen.add(end.to)
    ways.push(...(out.get(end.to) ?? []).map(edge => [...way, edge]))
  }
  throw new Error('a knot has a way back to each of its nodes')
}

function commonFolder(a: string, b: string): string {
  let folder = dirname(a)
  while (!b.startsWith(`${folder}/`)) folder = dirname(folder)
  return folder
}

/** The folder right below `level` that holds a file; undefined for a file directly in `level`. */
function childOf(level: string, file: string): string | undefined {
  const parts = relative(level, file).split('/')
  return parts.length > 1 ? parts[0] : undefined
}
