import { createHmac, randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  type ConfigOf,
  type DataKey,
  derivedDataKeys,
  MIN_MASTER_BYTES,
  StartFault,
  secretsEqual,
  setting,
  type WrappedKey,
} from '@wardline/kernel'
import type { DataDir } from '../data-dir.ts'
import {
  type KeyPorts,
  type MasterKeys,
  type OpenedKeys,
  openDataKeys,
  rewrapDataKeys,
  unwrapWithAny,
} from './open-data-keys.ts'

/** Where the master key comes from if it is not a file in the data folder. */
export const MASTER_KEY_SETTINGS = {
  WARDLINE_MASTER_KEY: setting.optionalKey({ minBytes: MIN_MASTER_BYTES }),
  /** While the master key is rotated: the one before. */
  WARDLINE_MASTER_KEY_PREVIOUS: setting.optionalKey({ minBytes: MIN_MASTER_BYTES }),
}

/** The same where there is no data folder, so that the master key must be given. */
export const OWN_MASTER_KEY_SETTINGS = {
  ...MASTER_KEY_SETTINGS,
  WARDLINE_MASTER_KEY: setting.key({ minBytes: MIN_MASTER_BYTES }),
}

/** The operator's own master keys; none: a file in the data folder. */
export type GivenMasterKeys = ConfigOf<typeof MASTER_KEY_SETTINGS>

const KEY_FILE = 'keys/master.key'
/** The next master key, while a rotation is under way. */
export const NEXT_KEY_FILE = 'keys/master.next'
/**
 * Identifies the master key of a folder for releases that derived all keys from it: they refuse to start with another
 * one. It says nothing about the key.
 */
const CHECK_FILE = 'keys/master.check'
/** What the check file says where no master key is right for those releases. */
const WRAPPED = 'wrapped'

const checkOf = (key: Uint8Array): string => createHmac('sha256', key).update('wardline master key check').digest('hex')

/** The folder's master key, which is made when it has none. @throws StartFault for one that is no key */
export function masterKeyOfFolder(dir: DataDir): Uint8Array {
  const text = dir.read(KEY_FILE)
  if (text !== undefined) return parse(text)
  return saveMasterKey(dir, newMasterKey())
}

/**
 * Opens the data keys with the master key of a folder or of the operator, and ends a rotation that was interrupted: with
 * the old master key if the data keys are still under it, otherwise with the new one. @throws StartFault
 */
export async function openFolderKeys(ports: KeyPorts, dir: DataDir, given: GivenMasterKeys): Promise<OpenedKeys> {
  const masters = mastersOf(dir, given)
  const opened = await openDataKeys(ports, masters)
  if (given.WARDLINE_MASTER_KEY === undefined) {
    if (opened.by === 1) saveMasterKey(dir, masters.masters[1]!)
    dir.remove(NEXT_KEY_FILE)
    for (const name of unfinished(dir)) dir.remove(name)
  }
  noteCheck(dir, masters.masters[opened.by]!, opened.keys)
  return opened
}

/** Whether the master key of a folder or of the operator opens the data keys; nothing is written. @throws StartFault */
export function masterKeyFits(dir: DataDir, given: GivenMasterKeys, wrapped: readonly WrappedKey[]): boolean {
  return unwrapWithAny(masterKeysIn(dir, given), wrapped) !== undefined
}

/** The master keys of a folder or of the operator, one of which may open the data keys. @throws StartFault */
export function masterKeysIn(dir: DataDir, given: GivenMasterKeys): readonly Uint8Array[] {
  if (given.WARDLINE_MASTER_KEY !== undefined) return givenKeys(given)
  return [dir.read(KEY_FILE), dir.read(NEXT_KEY_FILE)].filter(text => text !== undefined).map(parse)
}

/** Opens the data keys with the operator's own master keys, where there is no data folder. @throws StartFault */
export const openGivenKeys = (ports: KeyPorts, given: GivenMasterKeys): Promise<OpenedKeys> =>
  openDataKeys(ports, {
    masters: givenKeys(given),
    wrong: 'WARDLINE_MASTER_KEY is not the key that the registry was written with: set the right one',
  })

/**
 * Gives the folder a new master key, and wraps the data keys with it. If it is interrupted, {@link openFolderKeys}
 * ends it. @returns how many keys were wrapped
 */
export async function rotateFolderKey(ports: KeyPorts, dir: DataDir, keys: readonly DataKey[]): Promise<number> {
  const next = newMasterKey()
  dir.write(NEXT_KEY_FILE, textOf(next))
  const rewrapped = await rewrapDataKeys(ports, masterKeyOfFolder(dir), next)
  saveMasterKey(dir, next)
  dir.remove(NEXT_KEY_FILE)
  noteCheck(dir, next, keys)
  return rewrapped
}

/** Wraps the data keys with the operator's new master key. @returns how many keys were wrapped */
export async function rotateGivenKey(ports: KeyPorts, given: GivenMasterKeys): Promise<number> {
  const { WARDLINE_MASTER_KEY: next, WARDLINE_MASTER_KEY_PREVIOUS: present } = given
  if (!next || !present) throw new StartFault('the new master key and the present one must be given')
  return rewrapDataKeys(ports, present, next)
}

function mastersOf(dir: DataDir, given: GivenMasterKeys): MasterKeys {
  const suits = (master: Uint8Array): boolean => {
    const noted = dir.read(CHECK_FILE)?.trim()
    return noted === undefined || secretsEqual(noted, checkOf(master))
  }
  if (given.WARDLINE_MASTER_KEY !== undefined)
    return {
      masters: givenKeys(given),
      wrong: `WARDLINE_MASTER_KEY is not the key that ${dir.path} was written with: set the right one`,
      suits,
    }
  const next = dir.read(NEXT_KEY_FILE)
  return {
    masters: [masterKeyOfFolder(dir), ...(next === undefined ? [] : [parse(next)])],
    wrong: `${KEY_FILE} is not the key that ${dir.path} was written with: put the right file back, or set WARDLINE_MASTER_KEY`,
    suits,
  }
}

/** The operator's own master keys, the usual one first. */
export const givenKeys = (given: GivenMasterKeys): readonly Uint8Array[] =>
  [given.WARDLINE_MASTER_KEY, given.WARDLINE_MASTER_KEY_PREVIOUS].filter(key => key !== undefined)

function noteCheck(dir: DataDir, master: Uint8Array, keys: readonly DataKey[]): void {
  const derived = derivedDataKeys(master)[0]!.key
  const check = `${keys.every(({ key }) => secretsEqual(key, derived)) ? checkOf(master) : WRAPPED}\n`
  if (dir.read(CHECK_FILE) !== check) dir.write(CHECK_FILE, check)
}

/** Key files that a process was killed while writing. */
const unfinished = (dir: DataDir): readonly string[] =>
  readdirSync(join(dir.path, 'keys'))
    .filter(name => /^master\..*\.new$/.test(name))
    .map(name => `keys/${name}`)

const newMasterKey = (): Uint8Array => randomBytes(MIN_MASTER_BYTES)
const textOf = (key: Uint8Array): string => `${Buffer.from(key).toString('base64')}\n`

function saveMasterKey(dir: DataDir, key: Uint8Array): Uint8Array {
  dir.write(KEY_FILE, textOf(key))
  return key
}

/** The key in a file. */
function parse(text: string): Uint8Array {
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length < MIN_MASTER_BYTES) throw new StartFault('the master key must be the base64 of at least 32 bytes')
  return key
}
