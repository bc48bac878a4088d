// A fixture: a small data folder as a release left it, in a tar.gz, with what is known of its contents.
import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const FIXTURES = fileURLToPath(new URL('./fixtures', import.meta.url))

/** `fixture.json` beside the data folder. */
export interface FixtureFacts {
  /** The format of the data folder. */
  readonly format: number
  /** When it was made: tests of it live at this time. RFC 3339. */
  readonly made_at: string
  /** What made it. */
  readonly commit: string
  readonly log_source_id: string
  /** All that is searchable. */
  readonly event_ids: readonly string[]
  readonly alerts: number
  readonly agent: {
    readonly agent_id: string
    readonly certificate: string
    readonly ca_chain: readonly string[]
    readonly key: string
  }
}

export interface Fixture {
  readonly name: string
  readonly path: string
}

/** `format-<n>-<what>.tar.gz`, oldest first. */
export const fixtures = (): readonly Fixture[] =>
  globSync('*.tar.gz', { cwd: FIXTURES })
    .sort()
    .map(file => ({ name: basename(file, '.tar.gz'), path: join(FIXTURES, file) }))

/** Unpacks one into a folder of the system's temporary one. */
export function unpack(fixture: Fixture): { readonly folder: string; readonly dataDir: string; facts: FixtureFacts } {
  const folder = mkdtempSync(join(tmpdir(), 'wardline-fixture-'))
  execFileSync('tar', ['-xzf', fixture.path, '-C', folder])
  const facts = JSON.parse(readFileSync(join(folder, 'fixture.json'), 'utf8')) as FixtureFacts
  return { folder, dataDir: join(folder, 'data'), facts }
}
