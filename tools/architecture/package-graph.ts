import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface SourceFile {
  /** From the root of the repository. */
  readonly path: string
  readonly text: string
}

/** One workspace package as the rules look at it. */
export interface Package {
  readonly name: string
  /** From the root of the repository, e.g. `libs/kernel`. */
  readonly folder: string
  /** Of its nx tag `layer:<name>`. */
  readonly layer: string
  /** Declared in its package.json, development ones apart. */
  readonly dependencies: ReadonlySet<string>
  readonly devDependencies: ReadonlySet<string>
  /** Entry points, e.g. `.` and `./testing`. */
  readonly entries: ReadonlySet<string>
  readonly files: readonly SourceFile[]
}

interface Manifest {
  readonly name: string
  readonly exports?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly nx?: { readonly tags?: readonly string[] }
}

/** Every package under libs/ and apps/ with its sources (`src/**` without generated files). */
export function readPackages(root: string): Package[] {
  return globSync('{libs,apps}/*/package.json', { cwd: root })
    .sort()
    .map(path => {
      const folder = dirname(path)
      const manifest = JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest
      return {
        name: manifest.name,
        folder,
        layer: manifest.nx?.tags?.find(tag => tag.startsWith('layer:'))?.slice(6) ?? 'none',
        dependencies: new Set(Object.keys(manifest.dependencies ?? {})),
        devDependencies: new Set(Object.keys(manifest.devDependencies ?? {})),
        entries: new Set(Object.keys(manifest.exports ?? {})),
        files: globSync('src/**/*.{ts,tsx,mts}', { cwd: join(root, folder) })
          .filter(file => !file.includes('generated/'))
          .sort()
          .map(file => ({ path: `${folder}/${file}`, text: readFileSync(join(root, folder, file), 'utf8') })),
      }
    })
}

/** Names of the development dependencies of the workspace's root: what tests may import. */
export function readRootDevDependencies(root: string): Set<string> {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest
  return new Set(Object.keys(manifest.devDependencies ?? {}))
}

/** A source without its comments. Good enough to look for words in; a `//` in a string may take the rest of its line along. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`\\])\/\/.*$/gm, '$1')
}

/** What a source imports or re-exports, types included, dynamic imports of literals too. */
export function importsOf(text: string): string[] {
  const code = withoutComments(text)
  const specifiers = code.matchAll(/(?<![.'\w])(?:from\s+|import\s+|import\s*\(\s*)'([@\w.][\w@./:-]*)'/g)
  return [...new Set([...specifiers].map(match => match[1] as string))]
}
