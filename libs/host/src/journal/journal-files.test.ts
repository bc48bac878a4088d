import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { DAY_MS } from '@wardline/kernel'
import { forgetOldFiles, journalFiles, journalFolderOf, newJournalFile } from './journal-files.ts'

let root: string
let dataDir: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'wardline-journal-'))
  dataDir = join(root, 'data')
  mkdirSync(dataDir)
})
afterEach(() => rmSync(root, { recursive: true }))

describe('the folder of a revocation journal', () => {
  it('is next to the data folder, for its owner only', () => {
    const { path, apart } = journalFolderOf(dataDir, undefined)
    expect([path, apart]).toEqual([`${dataDir}-revocations`, true])
    expect(statSync(path).mode & 0o777).toBe(0o700)
  })

  it('is in the data folder when nothing can be written next to it, and says so', () => {
    writeFileSync(`${dataDir}-revocations`, 'a file')
    expect(journalFolderOf(dataDir, undefined)).toEqual({ path: join(dataDir, 'revocations'), apart: false })
  })

  it('stays where it was when the data folder is restored to another place, as long as it exists', () => {
    const before = join(root, 'before-revocations')
    expect(journalFolderOf(dataDir, undefined, before).path).toBe(`${dataDir}-revocations`)
    mkdirSync(before)
    expect(journalFolderOf(dataDir, undefined, before)).toEqual({ path: before, apart: true })
  })

  it('is where a setting says, or the start fails', () => {
    const given = join(root, 'elsewhere/deep')
    expect(journalFolderOf(dataDir, given)).toEqual({ path: given, apart: true })
    expect(existsSync(`${dataDir}-revocations`)).toBe(false)
    writeFileSync(join(root, 'taken'), 'a file')
    expect(() => journalFolderOf(dataDir, join(root, 'taken'))).toThrow('cannot be written')
  })

  it('keeps files for as long as they may be needed, oldest first', () => {
    const folder = journalFolderOf(dataDir, undefined).path
    const clock = { now: () => Date.parse('2026-11-21T00:00:00.000Z') }
    const at = (daysAgo: number): string => {
      const then = clock.now() - daysAgo * DAY_MS
      const file = newJournalFile(folder, { now: () => then })
      writeFileSync(file, '')
      utimesSync(file, then / 1000, then / 1000)
      return file
    }
    const [young, old, older] = [at(1), at(29), at(31)]
    writeFileSync(join(folder, 'README'), 'not of the journal')
    expect(journalFiles(folder)).toEqual([older, old, young])
    forgetOldFiles(folder, clock, 30)
    expect(journalFiles(folder)).toEqual([old, young])
    expect(journalFiles(join(root, 'nowhere'))).toEqual([])
  })
})
