import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PRODUCT_VERSION, setting } from '@wardline/kernel'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const COMMIT = /^[0-9a-f]{7,40}$/

/** What runs: the release, and the commit that it was built from. */
export interface BuildInfo {
  readonly version: string
  /** The first 12 digits, or `unknown`. */
  readonly commit: string
}

export const BUILD_SETTINGS = {
  /** Set when an image is built: there is no repository in it. */
  WARDLINE_COMMIT: setting.parsed<string | undefined>(
    text => {
      if (text !== 'unknown' && !COMMIT.test(text))
        throw new Error('the 7 to 40 hexadecimal digits of a commit are expected')
      return text
    },
    { fallback: undefined },
  ),
}

/**
 * The one place that knows what runs. The commit is the one given, else that of the repository around these files, else
 * unknown.
 */
export function readBuildInfo(given: string | undefined, root = ROOT): BuildInfo {
  return { version: PRODUCT_VERSION, commit: (given ?? commitOf(root) ?? 'unknown').slice(0, 12) }
}

/** The commit that is checked out, read from the repository's files; undefined if there is none. */
function commitOf(root: string): string | undefined {
  try {
    const folder = gitFolder(root)
    const head = readFileSync(join(folder, 'HEAD'), 'utf8').trim()
    if (COMMIT.test(head)) return head
    const ref = /^ref: (refs\/[\w./-]{1,200})$/.exec(head)?.[1]
    return ref === undefined ? undefined : refIn(folder, ref)
  } catch {
    return undefined
  }
}

/** In a work tree `.git` is a file that names the folder. */
function gitFolder(root: string): string {
  const path = join(root, '.git')
  try {
    const named = /^gitdir: (.+)$/m.exec(readFileSync(path, 'utf8'))?.[1]
    return named === undefined ? path : resolve(root, named)
  } catch {
    return path
  }
}

function refIn(folder: string, ref: string): string | undefined {
  for (const place of [folder, commonFolder(folder)]) {
    const loose = textOf(join(place, ref))?.trim()
    if (loose !== undefined && COMMIT.test(loose)) return loose
    const packed = textOf(join(place, 'packed-refs'))
    const line = packed?.split('\n').find(entry => entry.endsWith(` ${ref}`))
    if (line !== undefined) return line.split(' ', 1)[0]
  }
  return undefined
}

/** The branches of a work tree are in the folder that all work trees share. */
const commonFolder = (folder: string): string => resolve(folder, textOf(join(folder, 'commondir'))?.trim() ?? '.')

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
