import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { spareFile } from './spare-file.ts'

const BYTES = 1_500_000
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wardline-spare-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a spare file', () => {
  it('is made whole, for its owner only, and written over from its start under its new name', async () => {
    const spare = spareFile(folder, 'gateway', BYTES)
    await spare.make()
    const path = join(folder, 'gateway.spare')
    expect([statSync(path).size, statSync(path).mode & 0o777]).toEqual([BYTES, 0o600])
    const file = await spare.take(join(folder, 'journal'))
    await file?.appendFile('a line\n')
    await file?.appendFile('another\n')
    await file?.close()
    expect(existsSync(path)).toBe(false)
    const bytes = readFileSync(join(folder, 'journal'))
    expect([bytes.length, bytes.toString().replace(/\0+$/, '')]).toEqual([BYTES, 'a line\nanother\n'])
  })

  it('is taken once, however many ask', async () => {
    const spares = [spareFile(folder, 'gateway', BYTES), spareFile(folder, 'gateway', BYTES)]
    await spares[0]?.make()
    const taken = await Promise.all(spares.map((spare, i) => spare.take(join(folder, `journal${i}`))))
    expect(taken.filter(file => file !== undefined)).toHaveLength(1)
    for (const file of taken) await file?.close()
  })

  it('is nothing that fails: in a folder that is not there, none is made and none is taken', async () => {
    const spare = spareFile(join(folder, 'gone'), 'gateway', BYTES)
    await spare.make()
    expect(await spare.take(join(folder, 'journal'))).toBeUndefined()
  })

  it('replaces one that was left half made', async () => {
    const half = await open(join(folder, 'gateway.spare'), 'w')
    await half.close()
    await spareFile(folder, 'gateway', BYTES).make()
    expect(statSync(join(folder, 'gateway.spare')).size).toBe(BYTES)
  })
})
