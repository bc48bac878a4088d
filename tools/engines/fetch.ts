// Downloads the engines' files from Maven's repository into the cache and checks them against checksums.json.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { CACHE, findJava, folder, HERE } from './places.ts'

const CHECKSUMS = join(HERE, 'checksums.json')
const DEPENDENCY_PLUGIN = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1'

const mvn = (...args: string[]): void => {
  execFileSync('mvn', ['-B', '-ntp', '-q', ...args], { stdio: ['ignore', 'ignore', 'inherit'], timeout: 1_200_000 })
}

/** Name of a folder of the cache -> how to fill an empty one. */
const ENGINES: Readonly<Record<string, (into: string) => void>> = {
  'kafka-4.3.1': into => copyDependencies('kafka.pom.xml', into),
  'mongo-1.47.0': into => copyDependencies('mongo.pom.xml', into),
  'registry-3.3.3': into => copyArchive('io.apicurio:apicurio-registry-app:3.3.3:tar.gz:all', into, 'registry.tar.gz'),
  'opensearch-3.6.0': into =>
    copyArchive('org.opensearch.distribution.integ-test-zip:opensearch:3.6.0:zip', into, 'opensearch.zip'),
}
export type EngineName = keyof typeof ENGINES

function copyDependencies(pom: string, into: string): void {
  mvn(
    '-f',
    join(HERE, pom),
    `${DEPENDENCY_PLUGIN}:copy-dependencies`,
    '-DincludeScope=runtime',
    `-DoutputDirectory=${into}`,
  )
}

function copyArchive(artifact: string, into: string, name: string): void {
  mvn(`${DEPENDENCY_PLUGIN}:copy`, `-Dartifact=${artifact}`, `-DoutputDirectory=${into}`)
  const [file] = readdirSync(into)
  renameSync(join(into, file!), join(into, name))
}

/**
 * Makes sure that every engine's files are in the cache, complete and as pinned. A folder appears only once it is
 * complete.
 * @throws Error when a file is not the pinned one: it is removed, so the next run fetches it again.
 */
export function fetchEngines(): void {
  const pinned = existsSync(CHECKSUMS)
    ? (JSON.parse(readFileSync(CHECKSUMS, 'utf8')) as Record<string, Record<string, string>>)
    : {}
  const seen: Record<string, Record<string, string>> = {}
  for (const [name, fill] of Object.entries(ENGINES)) {
    const target = join(CACHE, name)
    if (!existsSync(target)) {
      console.log(`fetching ${name}`)
      const fresh = join(folder(CACHE), `${name}.${process.pid}.new`)
      rmSync(fresh, { recursive: true, force: true })
      mkdirSync(fresh)
      fill(fresh)
      renameSync(fresh, target)
    }
    seen[name] = checksums(target)
    if (process.env.WARDLINE_ENGINES_PIN !== '1' && JSON.stringify(seen[name]) !== JSON.stringify(pinned[name])) {
      rmSync(target, { recursive: true, force: true })
      throw new Error(`${name} is not what tools/engines/checksums.json pins`)
    }
  }
  if (process.env.WARDLINE_ENGINES_PIN === '1') writeFileSync(CHECKSUMS, `${JSON.stringify(seen, null, 2)}\n`)
}

const checksums = (dir: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(dir)
      .sort()
      .map(file => [
        file,
        createHash('sha256')
          .update(readFileSync(join(dir, file)))
          .digest('hex'),
      ]),
  )

/** Unpacks or compiles what cannot run from the archive, once per cache, and returns its path. */
export function prepared(name: string, make: (into: string) => void): string {
  const target = join(CACHE, 'prepared', name)
  if (existsSync(target)) return target
  const fresh = `${folder(CACHE, 'prepared')}/${name}.${process.pid}.new`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh)
  make(fresh)
  renameSync(fresh, target)
  return target
}

export const unpackedRegistry = (): string =>
  prepared('registry-3.3.3', into =>
    execFileSync('tar', ['xzf', join(CACHE, 'registry-3.3.3', 'registry.tar.gz'), '-C', into]),
  )

export const unpackedOpenSearch = (): string =>
  join(
    prepared('opensearch-3.6.0', into => {
      execFileSync(findJava(21).replace(/java$/, 'jar'), ['xf', join(CACHE, 'opensearch-3.6.0', 'opensearch.zip')], {
        cwd: into,
      })
      for (const file of ['opensearch', 'opensearch-env', 'opensearch-cli'])
        execFileSync('chmod', ['+x', join(into, 'opensearch-3.6.0', 'bin', file)])
      execFileSync('chmod', ['-R', 'a+rX', into])
    }),
    'opensearch-3.6.0',
  )

export const compiledMongo = (): string =>
  prepared('mongo-main', into => {
    copyFileSync(join(HERE, 'mongo', 'WardlineMongo.java'), join(into, 'WardlineMongo.java'))
    const javac = findJava(17).replace(/java$/, 'javac')
    execFileSync(javac, [
      '--release',
      '17',
      '-cp',
      `${join(CACHE, 'mongo-1.47.0')}/*`,
      '-d',
      into,
      join(into, 'WardlineMongo.java'),
    ])
  })
