import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** What names pages of the repository: sources, tests, tools, documents, schemas, deployment files. */
const SOURCES = [
  '*.{md,json,yml}',
  '{apps,libs,tests,tools}/**/*.{ts,tsx,mts,mjs,md}',
  '{docs,openapi,deploy}/**/*.{md,yaml,yml,json,sh}',
  'event-schemas/**/*.{json,yaml}',
]
/** Files that are not ours, and the test of this file, which names missing things. */
const LEFT_OUT =
  /(?:^|\/)(?:node_modules|dist|fixtures|\.nx)\/|package-lock\.json$|^tests\/architecture\/references\.test\.ts$/

/** Names from the design that were never in this repository. */
const RETIRED = /\bdesign sections? \d|(?<![\w-])api\.md\b/g
const PAGE = /(?<![\w-]|[\w>}]\/|\.\/)(?:docs\/[\w./-]+|README|CONTRIBUTING)\.md(?:#[\w-]+)?/g
const CONTRACT_FILE = /(?<![\w./-])(?:openapi\/[\w-]+|event-schemas\/(?:internal\/)?[\w.-]+)\.(?:yaml|json)\b/g
const DECISION = /\bADRs? (\d{1,4})\b/g
const LINK = /\]\(([^()\s]+)\)/g
/** A path of the repository in backticks, as documents write them. */
const CODE_PATH = /`((?:apps|libs|tests|tools|deploy|docs|openapi|event-schemas)\/[\w./@-]+)/g

/** Files that commands create, which documents may name. */
const MADE = ['deploy/secrets/']

export interface Reference {
  readonly file: string
  /** 1-based. */
  readonly line: number
  /** What is referred to, and why it is missing. */
  readonly fault: string
}

/** The files that {@link danglingReferences} checks, from the root of the repository. */
export function referringFiles(root: string): string[] {
  return globSync(SOURCES, { cwd: root, exclude: name => /^(?:node_modules|dist|\.nx|\.git|fixtures)$/.test(name) })
    .filter(path => !LEFT_OUT.test(path))
    .sort()
}

/** References in `files` to a page, an anchor, a decision or a file that is not in the repository. */
export function danglingReferences(root: string, files: readonly string[]): Reference[] {
  const target = targetsOf(root)
  return files.flatMap(file =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((text, i) => faultsOf(file, text, target).map(fault => ({ file, line: i + 1, fault }))),
  )
}

interface Targets {
  /** Why `path#anchor`, from the root of the repository, is missing; undefined when it exists. */
  page(reference: string): string | undefined
  exists(path: string): boolean
  decision(number: string): boolean
}

function faultsOf(file: string, text: string, target: Targets): string[] {
  const all = (pattern: RegExp, group = 0): string[] => [...text.matchAll(pattern)].map(m => m[group] as string)
  const faults = all(RETIRED).map(name => `"${name}": name docs/architecture.md#<anchor>, an ADR or openapi/ instead`)
  for (const page of all(PAGE)) faults.push(...given(target.page(page)))
  for (const path of all(CONTRACT_FILE)) if (!target.exists(path)) faults.push(`${path}: there is no such file`)
  for (const number of all(DECISION, 1)) {
    if (!target.decision(number)) faults.push(`ADR ${number}: docs/adr/ has no decision of this number`)
  }
  if (!file.endsWith('.md')) return faults
  for (const link of all(LINK, 1)) {
    if (/^[a-z]+:/.test(link)) continue
    const path = link.startsWith('#') ? file + link : normalize(join(dirname(file), link))
    faults.push(...given(target.page(path)))
  }
  for (const path of all(CODE_PATH, 1))
    if (!target.exists(path)) faults.push(`${path}: there is no such file or folder`)
  return faults
}

const given = (fault: string | undefined): string[] => (fault === undefined ? [] : [fault])

function targetsOf(root: string): Targets {
  const anchors = new Map<string, ReadonlySet<string>>()
  const anchorsOf = (path: string): ReadonlySet<string> => {
    const known = anchors.get(path) ?? anchorsIn(readFileSync(join(root, path), 'utf8'))
    anchors.set(path, known)
    return known
  }
  const decisions = new Set(globSync('docs/adr/[0-9]*.md', { cwd: root }).map(path => Number(path.match(/\d{4}/)?.[0])))
  return {
    page(reference) {
      const [path = '', anchor] = reference.split('#')
      if (!existsSync(join(root, path))) return `${path}: there is no such page`
      if (anchor === undefined || !path.endsWith('.md') || anchorsOf(path).has(anchor)) return undefined
      return `${reference}: the page has no such heading`
    },
    exists: path =>
      MADE.some(made => path.startsWith(made)) || endings(path).some(name => existsSync(join(root, name))),
    decision: number => decisions.has(Number(number)),
  }
}

/** A test may be named without its extension, and a file name may end a sentence. */
const endings = (path: string): string[] => [path, path.replace(/\.$/, ''), `${path}.ts`, `${path}.test.ts`]

/** The anchors of the headings in Markdown, as GitHub creates them. */
export function anchorsIn(markdown: string): ReadonlySet<string> {
  const found = new Set<string>()
  const seen = new Map<string, number>()
  for (const [, heading = ''] of markdown.replace(/^ *```[\s\S]*?^ *```/gm, '').matchAll(/^#{1,6} +(.+?) *$/gm)) {
    const slug = heading
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-')
    const times = seen.get(slug) ?? 0
    seen.set(slug, times + 1)
    found.add(times === 0 ? slug : `${slug}-${times}`)
  }
  return found
}
