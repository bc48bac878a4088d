import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type Archived, catchUpArchive, linkArchive } from './archive-files.ts'
import { plainKeeping } from './keeping.ts'

const CUT = Date.parse('2026-11-21T12:00:00.000Z')
const BEFORE = CUT - 60_000
const BETWEEN = CUT - 1_000
const AFTER = CUT + 1_000

let root: string
let archive: string
let backup: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'wardline-archive-'))
  ;[archive, backup] = [join(root, 'archive'), join(root, 'backup')]
})
afterEach(() => rmSync(root, { recursive: true }))

/** Writes like the archive: completely, under another name first. */
function put(name: string, text: string, at: number): void {
  const path = join(archive, 'ten_a/2026', name)
  mkdirSync(dirname(path), { recursive: true })
  rmSync(path, { force: true })
  writeFileSync(path, text)
  utimesSync(path, at / 1000, at / 1000)
}
const remove = (...names: string[]): void => {
  for (const name of names) rmSync(join(archive, 'ten_a/2026', name))
}
const object = (day: string, sha: string, at: number): void => {
  put(`${day}.${sha}.wla`, `sealed ${sha}`, at)
  put(`${day}.${sha}.ids`, `ids ${sha}`, at)
  put(`${day}.json`, sha, at)
}

/** The content of the backup, after something has happened between the two passes. */
async function backedUp(meanwhile: () => void): Promise<Record<string, string>> {
  const done: Archived = new Map()
  await linkArchive(plainKeeping(), archive, backup, done)
  meanwhile()
  await catchUpArchive(plainKeeping(), archive, backup, done, CUT)
  for (const path of done.keys()) expect(existsSync(join(backup, path))).toBe(true)
  return Object.fromEntries(
    [...done.keys()]
      .sort()
      .map(path => [path.replace('archive/ten_a/2026/', ''), readFileSync(join(backup, path), 'utf8')]),
  )
}

describe('the archive in a backup', () => {
  it('is as it was at the cut: with everything added before it, and nothing added later', async () => {
    object('d1', 'one', BEFORE)
    const files = await backedUp(() => {
      object('d2', 'two', BETWEEN)
      object('d3', 'three', AFTER)
      put('d4.1.tmp', 'half', BETWEEN)
    })
    expect(Object.keys(files)).toEqual(['d1.json', 'd1.one.ids', 'd1.one.wla', 'd2.json', 'd2.two.ids', 'd2.two.wla'])
  })

  it('has a rewritten object in the version that its manifest had at the cut', async () => {
    for (const day of ['d1', 'd2']) object(day, 'old', BEFORE)
    const files = await backedUp(() => {
      object('d1', 'new', BETWEEN)
      object('d2', 'new', AFTER)
      remove('d1.old.wla', 'd1.old.ids', 'd2.old.wla', 'd2.old.ids')
    })
    expect([files['d1.json'], files['d1.new.wla']]).toEqual(['new', 'sealed new'])
    expect([files['d2.json'], files['d2.old.wla'], files['d2.new.wla']]).toEqual(['old', 'sealed old', undefined])
  })

  it('does not keep an object that was removed meanwhile, or its other files', async () => {
    for (const day of ['d1', 'd2']) object(day, 'x', BEFORE)
    const files = await backedUp(() => remove('d1.json', 'd1.x.wla', 'd1.x.ids'))
    expect(Object.keys(files)).toEqual(['d2.json', 'd2.x.ids', 'd2.x.wla'])
  })

  it('may be missing', async () => {
    expect(await backedUp(() => {})).toEqual({})
  })
})
