// Two releases on one machine: this one, and a next one made of it, whose events have more members.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { KINDS, schemaPath } from '@wardline/events'
import { SERVICES, type ServiceName } from '@wardline/kernel'
import { WITH_MORE_MEMBERS } from '../../libs/engines-distributed/src/testing/releases.ts'

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))
const SOURCES = /(?:^|\/)(?:node_modules|dist|[^/]+\.test\.ts|test-results[^/]*)$/

export type Release = 'now' | 'next'

/** A folder from which both releases run, each service of its own one. */
export interface Releases {
  /** The supervisor's program. */
  readonly main: string
  /** The release that the next life of a service's processes belongs to. */
  use(service: ServiceName, release: Release): void
  remove(): void
}

/** What the next release's events have in the members that its schemas add: one of every envelope, one of every payload. */
export const ADDED = { envelope: { added_later: 'yes' }, payload: { added_later: { a: [1, 2] } } } as const

export function makeReleases(): Releases {
  const folder = mkdtempSync(join(tmpdir(), 'wardline-releases-'))
  const next = join(folder, 'next')
  const deployed = join(folder, 'deployed')
  for (const part of ['apps', 'libs', 'openapi', 'event-schemas', 'package.json']) copy(part, join(next, part))
  linkPackages(next)
  addMembers(next)
  copy('tools', join(deployed, 'tools'))
  symlinkSync(join(REPOSITORY, 'node_modules'), join(deployed, 'node_modules'))
  mkdirSync(join(deployed, 'apps'))
  const use = (service: ServiceName, release: Release): void => {
    const link = join(deployed, 'apps', service)
    rmSync(link, { force: true })
    symlinkSync(join(release === 'next' ? next : REPOSITORY, 'apps', service), link)
  }
  for (const service of SERVICES) use(service, 'now')
  return {
    main: join(deployed, 'tools/distributed/main.ts'),
    use,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const copy = (part: string, to: string): void =>
  cpSync(join(REPOSITORY, part), to, { recursive: true, filter: path => !SOURCES.test(path.slice(REPOSITORY.length)) })

/** The packages of others are shared; those of the workspace are the copies. */
function linkPackages(next: string): void {
  const theirs = join(REPOSITORY, 'node_modules')
  const ours = join(next, 'node_modules')
  mkdirSync(join(ours, '@wardline'), { recursive: true })
  for (const name of readdirSync(theirs)) if (name !== '@wardline') symlinkSync(join(theirs, name), join(ours, name))
  for (const folder of ['apps', 'libs'])
    for (const name of readdirSync(join(next, folder))) {
      symlinkSync(join(next, folder, name), join(ours, '@wardline', name))
      const own = join(REPOSITORY, folder, name, 'node_modules')
      if (readdirSync(join(REPOSITORY, folder, name)).includes('node_modules'))
        symlinkSync(own, join(next, folder, name, 'node_modules'))
    }
}

function addMembers(next: string): void {
  for (const kind of KINDS) {
    const internal = kind.startsWith('internal.') ? 'internal' : ''
    writeFileSync(
      join(next, 'event-schemas', internal, basename(schemaPath(kind))),
      JSON.stringify(WITH_MORE_MEMBERS(kind)),
    )
  }
  const file = join(next, 'libs/events/src/envelope.ts')
  const source = readFileSync(file, 'utf8')
  const produced = `payload: { ...p.payload, ...${JSON.stringify(ADDED.payload)} }, ...${JSON.stringify(ADDED.envelope)},`
  const changed = source.replace('    payload: p.payload,\n', `    ${produced}\n`)
  if (changed === source) throw new Error('envelopes are made elsewhere now')
  writeFileSync(file, changed)
}
