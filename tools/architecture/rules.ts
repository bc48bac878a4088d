import { basename, dirname, join, normalize } from 'node:path'
import { importsOf, type Package, type SourceFile, withoutComments } from './package-graph.ts'

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
  chain: ['kernel', 'registries', 'ports', 'transparency', 'http', 'service-kit'],
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

/** What speaks to an engine. */
const ENGINE_CLIENTS = [
  'node:sqlite',
  'kafkajs',
  '@kafkajs/confluent-schema-registry',
  'mongodb',
  '@opensearch-project/opensearch',
]

export const MAX_LINES = 400

export interface Violation {
  readonly rule: string
  readonly file: string
  readonly detail: string
}

/** All violations of the dependency and house rules. @param rootDev what tests may import beside what their package declares. */
export function violations(packages: readonly Package[], rootDev: ReadonlySet<string>): Violation[] {
  const byName = new Map(packages.map(p => [p.name, p]))
  return packages.flatMap(p => [
    ...(Object.hasOwn(LAYERS, p.layer)
      ? []
      : [{ rule: 'layer', file: `${p.folder}/package.json`, detail: `no such layer: ${p.layer}` }]),
    ...p.files.flatMap(file => [...importViolations(p, file, byName, rootDev), ...houseViolations(p, file)]),
  ])
}

/** What may import what tests need: tests, their kits, contract suites. */
export const isTest = (path: string): boolean =>
  /\.(?:test|contract)\.tsx?$|\/(?:testing|contracts?)\/|\/contracts\.ts$/.test(path)
/** `main.ts`, and the folder `process` that it is made of, put a service together with what runs it. */
export const isMain = (p: Package, path: string): boolean =>
  basename(path) === 'main.ts' || path.startsWith(`${p.folder}/src/process/`) || p.layer === 'standalone'

function importViolations(
  p: Package,
  file: SourceFile,
  byName: ReadonlyMap<string, Package>,
  rootDev: ReadonlySet<string>,
): Violation[] {
  const found: Violation[] = []
  const add = (rule: string, detail: string): void => {
    found.push({ rule, file: file.path, detail })
  }
  for (const specifier of importsOf(file.text)) {
    if (ENGINE_CLIENTS.includes(packageOf(specifier)) && p.layer !== 'engines') add('engine client', specifier)
    if (specifier.startsWith('node:')) continue
    if (specifier.startsWith('.')) {
      const target = normalize(join(dirname(file.path), specifier))
      if (!target.startsWith(`${p.folder}/`)) add('import outside the package', specifier)
      continue
    }
    const name = packageOf(specifier)
    if (!(p.dependencies.has(name) || (isTest(file.path) && (p.devDependencies.has(name) || rootDev.has(name))))) {
      add('undeclared dependency', specifier)
    }
    const target = byName.get(name)
    if (target === undefined) {
      if (name.startsWith('@wardline/')) add('no such package', specifier)
      continue
    }
    const entry = `.${specifier.slice(name.length)}`
    if (!target.entries.has(entry)) add('no such entry', specifier)
    const allowed = LAYERS[p.layer] ?? []
    if (!(isMain(p, file.path) || allowed.includes('*') || allowed.includes(target.layer))) {
      add('layer', `${p.layer} may not import ${target.layer}: ${specifier}`)
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

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.(?:test|contract|worker|d))?\.(?:ts|tsx|mts)$/

function houseViolations(p: Package, file: SourceFile): Violation[] {
  const found: Violation[] = []
  const add = (rule: string, detail: string): void => {
    found.push({ rule, file: file.path, detail })
  }
  const code = withoutComments(file.text)
  const name = basename(file.path)
  const lines = file.text.split('\n').length - 1
  if (lines > MAX_LINES) add('file length', `${lines} lines, ${MAX_LINES} at most`)
  if (!NAME.test(name) && p.layer !== 'console') add('file name', 'kebab-case is expected')
  if (/^\s*export\s+default\b/m.test(code) && !name.endsWith('.d.ts')) add('default export', 'named exports only')
  if (isTest(file.path)) return found
  if (p.layer === 'service' && /\bLogIndex\b/.test(code))
    add('log grants', 'a service asks for LogReader, LogWriter or LogPartitions, never for the whole LogIndex')
  const readsConfig = name === 'main.ts' || name === 'config.ts' || p.layer === 'console'
  if (/\bprocess\.env\b/.test(code) && !readsConfig)
    add('environment', 'only main.ts and config readers look at process.env')
  if (/\bconsole\.\w/.test(code) && !isMain(p, file.path)) add('console', 'services log through their logger')
  return found
}

/** Collections by name: each is declared once and has an owner among `services`. */
export function collectionViolations(
  collections: readonly { readonly name: string; readonly owner: string }[],
  services: readonly string[],
): Violation[] {
  const seen = new Set<string>()
  return collections.flatMap(({ name, owner }) => {
    const twice = seen.has(name)
    seen.add(name)
    return [
      ...(twice ? [{ rule: 'ownership', file: name, detail: 'declared twice' }] : []),
      ...(services.includes(owner) ? [] : [{ rule: 'ownership', file: name, detail: `${owner} is no service` }]),
    ]
  })
}
