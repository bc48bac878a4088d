import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { tenantId } from '@wardline/kernel'
import { openEmbedded } from '../index.ts'
import { crashDocs } from '../testing/crash-samples.ts'
import { type TemporaryEngines, temporaryEngines } from '../testing/temporary.ts'
import { carryFolderForward, FOLDER_FORMAT, FORMAT_FILE, type FormatStep, folderFormat } from './folder-format.ts'

const tenant = tenantId('ten_formats')
let harness: TemporaryEngines
let path: string
beforeEach(async () => {
  harness = await temporaryEngines()
  path = join(harness.dataDir, FORMAT_FILE)
  await harness.engine.registry.write(crashDocs, tenant, { id: 'a', label: 'l' }, { expect: 'absent' })
  await harness.engine.close()
})
afterEach(() => harness.close())

/** Every file of the folder, its bytes and its times. */
const state = (): readonly string[] =>
  globSync('**/*', { cwd: harness.dataDir, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
    .map(file => `${file} ${statSync(file).mtimeMs} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`)

describe('the format of a data folder', () => {
  it('is written at the first start, for its owner only', () => {
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ format: FOLDER_FORMAT })
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('newer than this release knows is refused, and no byte or timestamp of it changes', async () => {
    for (const [text, says] of [
      [JSON.stringify({ format: FOLDER_FORMAT + 1 }), 'newer release'],
      ['{"format":"2"}', 'cannot be understood'],
      ['', 'cannot be understood'],
    ] as const) {
      writeFileSync(path, text)
      const before = state()
      await expect(openEmbedded({ dataDir: harness.dataDir })).rejects.toThrow(says)
      expect(state()).toEqual(before)
    }
    rmSync(path)
    await harness.reopen()
  })

  it('without a format file is the first, and is migrated with everything in it', async () => {
    rmSync(path)
    expect(folderFormat(harness.dataDir)).toBe(1)
    const { registry } = await harness.reopen()
    expect(folderFormat(harness.dataDir)).toBe(FOLDER_FORMAT)
    expect(await registry.read(crashDocs, tenant, 'a')).toMatchObject({ doc: { label: 'l' } })
  })

  it('is migrated step by step, and an interrupted step is done again', async () => {
    rmSync(path)
    const done: string[] = []
    let dies = true
    const steps: readonly FormatStep[] = [
      () => done.push('1 to 2'),
      () => {
        if (dies) throw new Error('killed')
        done.push('2 to 3')
      },
      () => done.push('3 to 4'),
    ]
    expect(() => carryFolderForward(harness.dataDir, steps)).toThrow('killed')
    expect([done, folderFormat(harness.dataDir)]).toEqual([['1 to 2'], 2])
    dies = false
    carryFolderForward(harness.dataDir, steps)
    expect([done, folderFormat(harness.dataDir)]).toEqual([['1 to 2', '2 to 3', '3 to 4'], 4])
    expect(globSync('*.new', { cwd: harness.dataDir })).toEqual([])
    rmSync(path)
    await harness.reopen()
    expect(existsSync(path)).toBe(true)
  })
})
