import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { DEFAULT_TENANT, keyringOf, PLATFORM_TENANT, readConfig, systemClock } from '@wardline/kernel'
import { createMemoryBus, createMemoryRegistry } from '@wardline/ports/testing'
import { DATA_KEYS_ID, dataKeys } from '@wardline/registries'
import { type DataDir, openDataDir } from '../data-dir.ts'
import {
  MASTER_KEY_SETTINGS,
  masterKeyFits,
  masterKeyOfFolder,
  openFolderKeys,
  rotateFolderKey,
  rotateGivenKey,
} from './master-key-files.ts'
import type { KeyPorts } from './open-data-keys.ts'

const [A, B] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]

let root: string
let dir: DataDir
let ports: KeyPorts
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'wardline-keys-'))
  dir = openDataDir(join(root, 'data'))
  ports = { registry: createMemoryRegistry({ bus: createMemoryBus({ validate: false }) }), clock: systemClock }
})
afterEach(() => rmSync(root, { recursive: true }))

type Settings = Record<string, string>
const given = (settings: Settings) => readConfig(settings, MASTER_KEY_SETTINGS)
const open = async (settings: Settings = {}) => openFolderKeys(ports, dir, given(settings))
const idsOf = async (given: Settings = {}) => keyringOf((await open(given)).keys).key(DEFAULT_TENANT, 'ids')
const rotate = async () => rotateFolderKey(ports, dir, (await open()).keys)
const path = (name: string) => join(dir.path, 'keys', name)

describe('the master key of a data folder', () => {
  it('is made at the first start, for its owner only, and kept', async () => {
    const ids = await idsOf()
    expect(await idsOf()).toEqual(ids)
    expect(readdirSync(path('.')).sort()).toEqual(['master.check', 'master.key'])
    expect(statSync(path('master.key')).mode & 0o777).toBe(0o600)
    await expect(open({ WARDLINE_MASTER_KEY: 'c2hvcnQ=' })).rejects.toThrow('32 bytes')
  })

  it('is named in one line when it is not the right one', async () => {
    await open()
    await expect(open({ WARDLINE_MASTER_KEY: A })).rejects.toMatchObject({
      name: 'StartFault',
      message: `WARDLINE_MASTER_KEY is not the key that ${dir.path} was written with: set the right one`,
    })
    dir.write('keys/master.key', B)
    await expect(open()).rejects.toThrow('keys/master.key is not the key that')
  })

  it('is another one after a rotation, with the same keys under it', async () => {
    const ids = await idsOf()
    const old = Buffer.from(masterKeyOfFolder(dir)).toString('base64')
    expect(await rotate()).toBeGreaterThan(0)
    expect(await idsOf()).toEqual(ids)
    expect(readdirSync(path('.')).sort()).toEqual(['master.check', 'master.key'])
    expect(dir.read('keys/master.key')).not.toContain(old)
    await expect(open({ WARDLINE_MASTER_KEY: old })).rejects.toThrow('is not the key')
  })

  it('is the old one when a rotation was interrupted before the keys were wrapped', async () => {
    const ids = await idsOf()
    dir.write('keys/master.next', A)
    expect(await idsOf()).toEqual(ids)
    expect(dir.read('keys/master.next')).toBeUndefined()
  })

  it('is the new one when a rotation was interrupted after that', async () => {
    const ids = await idsOf()
    copyFileSync(path('master.key'), join(root, 'old'))
    await rotate()
    copyFileSync(path('master.key'), path('master.next'))
    copyFileSync(join(root, 'old'), path('master.key'))
    expect(await idsOf()).toEqual(ids)
    expect(readdirSync(path('.')).sort()).toEqual(['master.check', 'master.key'])
    expect(await idsOf()).toEqual(ids)
  })

  it('keeps earlier releases from starting: they would derive other keys from it', async () => {
    await open()
    expect(dir.read('keys/master.check')).toBe('wrapped\n')
  })

  it('may be the operator’s, and is rotated by setting both', async () => {
    const ids = await idsOf({ WARDLINE_MASTER_KEY: A })
    const both = { WARDLINE_MASTER_KEY: B, WARDLINE_MASTER_KEY_PREVIOUS: A }
    expect(await open(both)).toMatchObject({ by: 1 })
    await rotateGivenKey(ports, given(both))
    expect(await open(both)).toMatchObject({ by: 0 })
    expect(await idsOf({ WARDLINE_MASTER_KEY: B })).toEqual(ids)
    await expect(open({ WARDLINE_MASTER_KEY: A })).rejects.toThrow('WARDLINE_MASTER_KEY is not the key')
    expect(readdirSync(path('.'))).toEqual(['master.check'])
  })
})

describe('whether a master key fits', () => {
  const fits = async (settings: Settings = {}) => {
    const stored = await ports.registry.read(dataKeys, PLATFORM_TENANT, DATA_KEYS_ID)
    return masterKeyFits(dir, given(settings), stored!.doc.keys)
  }

  it('is answered without a change to the folder', async () => {
    await open()
    expect(await fits()).toBe(true)
    expect(await fits({ WARDLINE_MASTER_KEY: A })).toBe(false)
    dir.write('keys/master.key', B)
    expect(await fits()).toBe(false)
    dir.remove('keys/master.key')
    expect(await fits()).toBe(false)
    expect(readdirSync(path('.'))).toEqual(['master.check'])
  })

  it('is true for the operator’s own keys, the previous one included', async () => {
    await open({ WARDLINE_MASTER_KEY: A })
    expect(await fits({ WARDLINE_MASTER_KEY: A })).toBe(true)
    expect(await fits({ WARDLINE_MASTER_KEY: B })).toBe(false)
    expect(await fits({ WARDLINE_MASTER_KEY: B, WARDLINE_MASTER_KEY_PREVIOUS: A })).toBe(true)
  })
})
