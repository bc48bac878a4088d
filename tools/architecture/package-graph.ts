import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SourceFile {
  /** From the root of the repository. */
  readonly path: string
  readonly text: string
}

/** One workspace package as the rules see it. */
export interface Package {
  readonly name: string
  /** From the root of the repository, e.g. `libs/kernel`. */
  readonly folder: string
  /** Of its nx tag `layer:<name>`. */
  readonly layer: string
  /** Dependencies declared in its package.json, without development ones. */
  readonly dependencies: ReadonlySet<string>
  readonly devDependencies: ReadonlySet<string>
  /** Entry points and their files from the root of the repository, e.g. `./testing` and `libs/ports/src/testing/index.ts`. */
  readonly entries: ReadonlyMap<string, string>
  readonly files: readonly SourceFile[]
}

/** The parts of nx's project graph that the rules read. */
interface ProjectGraph {
  readonly nodes: Readonly<Record<string, ProjectNode>>
}

interface ProjectNode {
  readonly data: {
    readonly root: string
    readonly tags?: readonly string[]
    readonly metadata?: {
      readonly js?: { readonly packageName?: string; readonly packageExports?: Readonly<Record<string, string>> }
    }
  }
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/**
 * Every package of the project graph that nx computes, with its sources (`src/**` without generated files). Projects
 * without a package.json (suites, tools) are not packages. From package.json we read only what the graph does not
 * contain: which dependencies are for development.
 * @throws Error when nx cannot compute the graph.
 */
export function readPackages(root: string): Package[] {
  return Object.values(readProjectGraph(root).nodes)
    .flatMap(({ data }) => {
      const { js } = data.metadata ?? {}
      if (js?.packageName === undefined || data.root === '.') return []
      const manifest = JSON.parse(readFileSync(join(root, data.root, 'package.json'), 'utf8')) as Manifest
      return {
        name: js.packageName,
        folder: data.root,
        layer: data.tags?.find(tag => tag.startsWith('layer:'))?.slice('layer:'.length) ?? 'none',
        dependencies: new Set(Object.keys(manifest.dependencies ?? {})),
        devDependencies: new Set(Object.keys(manifest.devDependencies ?? {})),
        entries: new Map(
          Object.entries(js.packageExports ?? {}).map(([entry, file]) => [entry, join(data.root, file)]),
        ),
        files: readSources(root, `${data.root}/src`),
      }
    })
    .sort((a, b) => (a.folder < b.folder ? -1 : 1))
}

/** The sources below a folder, without generated ones. @param folder from the root of the repository. */
export function readSources(root: string, folder: string): SourceFile[] {
  return globSync(`${folder}/**/*.{ts,tsx,mts}`, { cwd: root, exclude: name => /^(?:node_modules|dist)$/.test(name) })
    .filter(path => !path.includes('generated/'))
    .sort()
    .map(path => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

function readProjectGraph(root: string): ProjectGraph {
  const folder = mkdtempSync(join(tmpdir(), 'wardline-graph-'))
  const file = join(folder, 'graph.json')
  try {
    execFileSync(process.execPath, [join(root, 'node_modules/nx/dist/bin/nx.js'), 'graph', `--file=${file}`], {
      cwd: root,
      env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    return (JSON.parse(readFileSync(file, 'utf8')) as { readonly graph: ProjectGraph }).graph
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Names of the development dependencies of the workspace's root: what tests may import. */
export function readRootDevDependencies(root: string): Set<string> {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest
  return new Set(Object.keys(manifest.devDependencies ?? {}))
}
