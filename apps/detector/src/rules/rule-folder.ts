import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { MAX_RULE_BYTES } from '../sigma/located-yaml.ts'
import type { RuleText } from './compile-rules.ts'

const MAX_FILES = 50_000
const MAX_DEPTH = 16

/**
 * Every `.yml` and `.yaml` file below a folder, with its path in the folder, ordered by path. A file over the size
 * limit is returned with just enough text to be refused. Links to folders are not followed.
 * @throws Error if the folder cannot be read or contains more than 50,000 rule files, because then the operator's
 * setting is wrong.
 */
export async function readRuleFolder(folder: string): Promise<readonly RuleText[]> {
  const paths = await filesBelow(folder, 0)
  if (paths.length > MAX_FILES) throw new Error(`a rules folder may contain at most ${MAX_FILES} files`)
  paths.sort()
  const texts: RuleText[] = []
  for (const path of paths) {
    const { size } = await stat(path)
    const text = size > MAX_RULE_BYTES ? ' '.repeat(MAX_RULE_BYTES + 1) : await readFile(path, 'utf8')
    texts.push({ name: relative(folder, path).replaceAll('\\', '/'), text })
  }
  return texts
}

async function filesBelow(folder: string, depth: number): Promise<string[]> {
  if (depth > MAX_DEPTH) return []
  const found: string[] = []
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) for (const below of await filesBelow(path, depth + 1)) found.push(below)
    else if (/\.ya?ml$/i.test(entry.name)) found.push(path)
  }
  return found
}
