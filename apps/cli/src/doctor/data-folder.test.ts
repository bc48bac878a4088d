import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { openEmbedded } from '@wardline/engines-embedded'
import { type DataDir, openDataDir, openFolderKeys } from '@wardline/host'
import { SEARCHED_EPOCHS, systemClock } from '@wardline/kernel'
import { rotatePseudonyms } from '../admin/rotate-pseudonyms.ts'
import { checkDataFolder } from './data-folder.ts'
import { checkConfig } from './settings.ts'

const SHORT = Buffer.from('too short').toString('base64')
let dir: DataDir
let fileText: string
beforeAll(async () => {
  dir = openDataDir(mkdtempSync(join(tmpdir(), 'wardline-doctor-')))
  const { registry, close } = await openEmbedded({ dataDir: dir.path })
  await openFolderKeys({ registry, clock: systemClock }, dir, {
    WARDLINE_MASTER_KEY: undefined,
    WARDLINE_MASTER_KEY_PREVIOUS: undefined,
  })
  await close()
  fileText = dir.read('keys/master.key') ?? ''
})
afterEach(() => {
  delete process.env.WARDLINE_MASTER_KEY
  dir.write('keys/master.key', fileText)
})
afterAll(() => rmSync(dir.path, { recursive: true }))

const masterKey = async () =>
  (await checkDataFolder({ dataDir: dir.path, json: true })).filter(({ what }) => what === 'master key')

describe('doctor on pseudonyms', () => {
  // With this setting the command rotates on the engines, which the tests of other packages may be using now.
  const engines = process.env.WARDLINE_MONGODB_URL
  beforeAll(() => {
    delete process.env.WARDLINE_MONGODB_URL
  })
  afterAll(() => {
    if (engines !== undefined) process.env.WARDLINE_MONGODB_URL = engines
  })

  it('says which epoch is in use, and when searches by a name no longer ask all of them', async () => {
    const finding = async () =>
      (await checkDataFolder({ dataDir: dir.path, json: true })).find(({ what }) => what === 'pseudonyms')
    expect(await finding()).toMatchObject({ state: 'ok', finding: expect.stringMatching(/^epoch 1 since 20/) })
    for (let i = 0; i < SEARCHED_EPOCHS; i++) await rotatePseudonyms({ dataDir: dir.path, json: true }, { force: true })
    expect(await finding()).toMatchObject({
      state: 'warn',
      finding: expect.stringMatching(/^epoch 7 since 20.*; searches by a name do not ask the oldest 1$/),
    })
  })
})

describe('doctor on the master key', () => {
  it('says that it fits', async () => {
    expect(await masterKey()).toMatchObject([{ state: 'ok' }])
  })

  it('says of a file with a key that is too short what is expected, and not what it contains', async () => {
    dir.write('keys/master.key', SHORT)
    const [finding] = await masterKey()
    expect(finding).toMatchObject({ state: 'bad', finding: expect.stringContaining('at least 32 bytes') })
    expect(JSON.stringify(finding)).not.toContain(SHORT)
  })

  it('leaves a setting that is too short to the check of the settings, which names it', async () => {
    process.env.WARDLINE_MASTER_KEY = SHORT
    expect(await masterKey()).toEqual([])
    const settings = (await checkConfig()).find(({ what }) => what === 'settings')
    expect(settings).toMatchObject({ state: 'bad', finding: expect.stringContaining('WARDLINE_MASTER_KEY: ') })
    expect(JSON.stringify(settings)).not.toContain(SHORT)
  })
})
