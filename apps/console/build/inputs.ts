import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The console's own folder. */
export const CONSOLE = fileURLToPath(new URL('..', import.meta.url))
/** The built console, where the gateway expects it. */
export const DIST = join(CONSOLE, 'dist')
/** A file in `DIST`: the hash of the inputs of that build. */
export const STAMP = '.inputs'

/** A hash over everything that a build reads. */
export function hashOfInputs(): string {
  const files = [
    'index.html',
    'package.json',
    'vite.config.ts',
    ...globSync('src/**/*.{ts,tsx,css,svg}', { cwd: CONSOLE }),
  ]
  const hash = createHash('sha256')
  for (const file of files.sort())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(CONSOLE, file)))
      .update('\0')
  return hash.digest('hex')
}
