import { basename, dirname, join, normalize } from 'node:path'
import { folderCycles } from './cycles.ts'
import { importsOf, withoutComments } from './imports.ts'
import type { Package, SourceFile } from './package-graph.ts'
import { isTest } from './test-files.ts'
import type { Violation } from './violation.ts'

const RULES = 'tools/architecture/rules.ts'

/** What each layer may import (docs/architecture.md#the-rooms). `*`: anything. */
export const LAYERS: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  events: ['kernel'],
  redaction: ['kernel'],
  pki: ['kernel'],
  registries: ['kernel', 'events'],
  ports: ['kernel', 'events', 'registries'],
  api: ['kernel'],
  http: ['kernel', 'redaction', 'api'],
  'log-event': ['kernel', 'registries', 'ports'],
  secrets: ['kernel', 'ports', 'http'],
  engines: ['kernel', 'events', 'registries', 'ports'],
  transparency: ['kernel'],
  chain: ['kernel', 'pki', 'registries', 'ports', 'transparency', 'http', 'service-kit'],
  'service-kit': ['kernel', 'events', 'registries', 'ports', 'api', 'http'],
  host: ['kernel', 'registries', 'ports', 'api', 'http', 'service-kit'],
  service: [
    'kernel',
    'events',
    'redaction',
    'pki',
    'registries',
    'ports',
    'api',
    'http',
    'transparency',
    'chain',
    'log-event',
    'service-kit',
  ],
  console: ['api'],
  standalone: ['*'],
}

/** Clients of engines. */
const ENGINE_CLIENTS = ['node:sqlite', 'kafkajs', 'mongodb', '@opensearch-project/opensearch']

export const MAX_LINES = 400

/**
 * All violations of the dependency and house rules. @param rootDev what tests may import besides what their package
 * declares.
 */
export function violations(packages: readonly Package[], rootDev: ReadonlySet<string>): Violation[] {
  const byName = new Map(packages.map(p => [p.name, p]))
  return packages.flatMap(p => [
    ...layerViolations(p),
    ...p.files.flatMap(file => [...importViolations(p, file, byName, rootDev), ...houseViolations(p, file)]),
    ...folderCycles(p),
  ])
}

function layerViolations(p: Package): Violation[] {
  if (Object.hasOwn(LAYERS, p.layer)) return []
  return [
    {
      rule: 'layer',
      file: `${p.folder}/package.json`,
      line: 1,
      detail: `no such layer: ${p.layer}`,
      fix: `Set "nx": { "tags": ["layer:<name>"] } to a layer of ${RULES}, or add the layer there`,
    },
  ]
}

/** `main.ts`, and the folder `process` that belongs to it, combine a service with what runs it. */
export const isMain = (p: Package, path: string): boolean =>
  basename(path) === 'main.ts' || path.startsWith(`${p.folder}/src/process/`) || p.layer === 'standalone'

function importViolations(
  p: Package,
  file: SourceFile,
  byName: ReadonlyMap<string, Package>,
  rootDev: ReadonlySet<string>,
): Violation[] {
  const found: Violation[] = []
  for (const { specifier, line } of importsOf(file.text)) {
    const add = (rule: string, detail: string, fix: string): void => {
      found.push({ rule, file: file.path, line, detail, fix })
    }
    const name = packageOf(specifier)
    if (ENGINE_CLIENTS.includes(name) && p.layer !== 'engines') {
      add('engine client', `${specifier} is for the engines libraries only`, 'Speak to the engine through a port')
    }
    if (specifier.startsWith('node:')) continue
    if (specifier.startsWith('.')) {
      const target = normalize(join(dirname(file.path), specifier))
      if (!target.startsWith(`${p.folder}/`)) {
        add('import outside the package', `${specifier} leads out of ${p.folder}`, 'Import the package by its name')
      }
      continue
    }
    if (!(p.dependencies.has(name) || (isTest(file.path) && (p.devDependencies.has(name) || rootDev.has(name))))) {
      const kind = isTest(file.path) ? 'devDependencies' : 'dependencies'
      add('undeclared dependency', `${name} is not declared`, `Add it to the ${kind} of ${p.folder}/package.json`)
    }
    const target = byName.get(name)
    if (target === undefined) {
      if (name.startsWith('@wardline/')) add('no such package', `${name} is no package`, 'Correct the name')
      continue
    }
    const entry = `.${specifier.slice(name.length)}`
    if (!target.entries.has(entry)) {
      const entries = [...target.entries.keys()].map(e => name + e.slice(1)).join(', ')
      add('no such entry', `${specifier} is no entry of its package`, `Import one of ${entries}, or export it there`)
    }
    const allowed = LAYERS[p.layer] ?? []
    if (!(isMain(p, file.path) || allowed.includes('*') || allowed.includes(target.layer))) {
      const may = allowed.length === 0 ? 'nothing of ours' : allowed.join(', ')
      add(
        'layer',
        `a package of layer ${p.layer} may not import ${specifier} of layer ${target.layer}`,
        `Import from ${may} only, or take what is needed as a parameter; the layers stand in ${RULES}`,
      )
    }
  }
  return found
}

/** `@scope/name/deep` is `@scope/name`; `name/deep` is `name`. */
function packageOf(specifier: string): string {
  if (specifier.startsWith('node:')) return specifier
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.(?:test|contract|contract\.test|worker|d))?\.(?:ts|tsx|mts)$/

function houseViolations(p: Package, file: SourceFile): Violation[] {
  const found: Violation[] = []
  const code = withoutComments(file.text)
  const add = (rule: string, line: number, detail: string, fix: string): void => {
    found.push({ rule, file: file.path, line, detail, fix })
  }
  const addMatch = (rule: string, pattern: RegExp, detail: string, fix: string): void => {
    const match = pattern.exec(code)
    if (match) add(rule, code.slice(0, match.index + match[0].length).split('\n').length, detail, fix)
  }
  const name = basename(file.path)
  const lines = file.text.split('\n').length - 1
  if (lines > MAX_LINES) add('file length', MAX_LINES + 1, `${lines} lines, ${MAX_LINES} at most`, 'Split the file')
  if (!NAME.test(name) && p.layer !== 'console') {
    add('file name', 1, `${name} is not in kebab-case`, 'Rename the file, e.g. read-config.ts')
  }
  if (!name.endsWith('.d.ts')) {
    addMatch('default export', /^\s*export\s+default\b/m, 'a default export', 'Export it by a name')
  }
  if (isTest(file.path)) return found
  if (p.layer === 'service') {
    const fix = 'Ask for LogReader, LogWriter or LogPartitions'
    addMatch('log grants', /\bLogIndex\b/, 'a service holds the whole LogIndex', fix)
  }
  if (name !== 'main.ts' && name !== 'config.ts' && p.layer !== 'console') {
    const fix = 'Read it in main.ts or config.ts and pass it on'
    addMatch('environment', /\bprocess\.env\b/, 'the environment is read', fix)
  }
  if (!isMain(p, file.path))
    addMatch('console', /(?<!https:\/\/)\bconsole\.\w/, 'something is printed', 'Use the logger of the ports')
  return found
}

/** Collections by name: each one is declared once and is owned by one of `services`. */
export function collectionViolations(
  collections: readonly { readonly name: string; readonly owner: string }[],
  services: readonly string[],
): string[] {
  const seen = new Set<string>()
  return collections.flatMap(({ name, owner }) => {
    const twice = seen.has(name)
    seen.add(name)
    return [
      ...(twice ? [`${name} is declared twice. Give each collection a name of its own.`] : []),
      ...(services.includes(owner) ? [] : [`${name}: ${owner} is no service. Name the service that owns it.`]),
    ]
  })
}
