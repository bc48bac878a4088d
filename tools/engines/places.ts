import { existsSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const HERE = fileURLToPath(new URL('.', import.meta.url))

/** Downloads, outside the repository, so that only the first run pays. */
export const CACHE = process.env.WARDLINE_ENGINES_CACHE ?? join(homedir(), '.cache', 'wardline', 'engines')

/** Data, logs and addresses of running engines. */
export const STATE = process.env.WARDLINE_ENGINES_DIR ?? fileURLToPath(new URL('../../.engines', import.meta.url))

export function folder(...parts: string[]): string {
  const path = join(...parts)
  mkdirSync(path, { recursive: true })
  return path
}

/** The `java` of a JDK of at least this version: `OPENSEARCH_JAVA_HOME`, `JAVA_HOME`, then the system's JVM folder. */
export function findJava(atLeast: number): string {
  const homes = [
    process.env.OPENSEARCH_JAVA_HOME,
    process.env.JAVA_HOME,
    ...globSync('/usr/lib/jvm/*/release').map(dirname),
  ]
  for (const home of homes) {
    const release = home && join(home, 'release')
    if (!release || !existsSync(release)) continue
    const version = /^JAVA_VERSION="(\d+)/m.exec(readFileSync(release, 'utf8'))?.[1]
    if (Number(version) >= atLeast) return join(home, 'bin', 'java')
  }
  throw new Error(`no JDK ${atLeast} or newer was found`)
}
