import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { openDataDir } from './data-dir.ts'

let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'wardline-data-'))
})
afterAll(() => rmSync(root, { recursive: true }))

describe('a data folder', () => {
  it('keeps folders at 0700 and files at 0600', () => {
    const dir = openDataDir(join(root, 'modes'))
    dir.write('keys/one', 'x')
    const mode = (name: string): number => statSync(join(dir.path, name)).mode & 0o777
    expect([mode('.'), mode('keys'), mode('keys/one')]).toEqual([0o700, 0o700, 0o600])
  })

  it('creates a file once: the second writer is told, and the first file stays', () => {
    const dir = openDataDir(join(root, 'once'))
    expect([dir.create('a', 'first'), dir.create('a', 'second')]).toEqual([true, false])
    expect(dir.read('a')).toBe('first')
    expect(readdirSync(dir.path)).toEqual(['a'])
  })
})
