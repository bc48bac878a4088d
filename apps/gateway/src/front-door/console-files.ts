import { existsSync, globSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** A file of the console, ready to be sent. */
export interface ConsoleFile {
  readonly type: string
  readonly plain: Buffer
  /** Absent if compression gains nothing. */
  readonly gzip: Buffer | undefined
  /** Its name contains a hash of its content, so it never changes. */
  readonly immutable: boolean
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/**
 * All files of a built console, by their paths below the folder. They are kept in memory (about 2 MB), so that no request
 * can name a file of the machine. Empty if there is no console.
 */
export function readConsoleFiles(dir: string | undefined): ReadonlyMap<string, ConsoleFile> {
  const files = new Map<string, ConsoleFile>()
  if (dir === undefined || !existsSync(join(dir, 'index.html'))) return files
  for (const path of globSync('**/*', { cwd: dir })) {
    const type = TYPES[extname(path)]
    if (type === undefined) continue
    const plain = readFileSync(join(dir, path))
    const gzip = gzipSync(plain, { level: 9 })
    files.set(path, {
      type,
      plain,
      gzip: gzip.length < plain.length ? gzip : undefined,
      immutable: path.startsWith('assets/'),
    })
  }
  return files
}
