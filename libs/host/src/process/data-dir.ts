import { createHmac, randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { StartFault, secretsEqual } from '@wardline/kernel'

/** A folder that a process keeps files in: folders 0700, files 0600. */
export interface DataDir {
  readonly path: string
  /** The text of a file below it, undefined if it does not exist. */
  read(name: string): string | undefined
  /** Writes a file whole or not at all, durable when it returns. */
  write(name: string, text: string): void
  /**
   * Writes a file that does not exist yet, durable when it returns. If several try at once, one wins. Returns false if
   * the file exists; it is then unchanged.
   */
  create(name: string, text: string): boolean
  remove(name: string): void
}

export function openDataDir(path: string): DataDir {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  chmodSync(path, 0o700)
  const put = (name: string, text: string, place: (fresh: string, target: string) => void): void => {
    const target = join(path, name)
    const fresh = `${target}.${randomBytes(6).toString('hex')}.new`
    writeDurably(fresh, text)
    place(fresh, target)
    syncFolder(dirname(target))
  }
  return {
    path,
    read(name) {
      try {
        return readFileSync(join(path, name), 'utf8')
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined
        throw error
      }
    },
    write: (name, text) => put(name, text, renameSync),
    create(name, text) {
      let created = true
      put(name, text, (fresh, target) => {
        try {
          linkSync(fresh, target)
        } catch (error) {
          if (codeOf(error) !== 'EEXIST') throw error
          created = false
        } finally {
          rmSync(fresh)
        }
      })
      return created
    },
    remove: name => rmSync(join(path, name), { force: true }),
  }
}

/** Identifies the master key that a folder was last started with, and reveals nothing about the key. */
const KEY_CHECK = 'keys/master.check'
const checkOf = (key: Uint8Array): string => createHmac('sha256', key).update('wardline master key check').digest('hex')

/**
 * Saves the check of the key that a start has just succeeded with, so that a different key is reported at once the next
 * time.
 */
export function noteMasterKey(dir: DataDir, key: Uint8Array): void {
  const check = `${checkOf(key)}\n`
  if (dir.read(KEY_CHECK) !== check) dir.write(KEY_CHECK, check)
}

/** Whether the folder was last started with another key than this. A folder without a saved check fits every key. */
export function isOtherMasterKey(dir: DataDir, key: Uint8Array): boolean {
  const noted = dir.read(KEY_CHECK)?.trim()
  return noted !== undefined && !secretsEqual(noted, checkOf(key))
}

/**
 * The master key: the operator's, or one created at the first start and kept as `keys/master.key`.
 * @throws StartFault for an invalid key, and for a key other than the one that the folder was last started with.
 */
export function masterKey(dir: DataDir, given: string | undefined): Uint8Array {
  let text = given ?? dir.read('keys/master.key')
  if (text === undefined) {
    text = randomBytes(32).toString('base64')
    dir.write('keys/master.key', `${text}\n`)
  }
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length < 32) throw new StartFault('the master key must be the base64 of at least 32 bytes')
  if (isOtherMasterKey(dir, key))
    throw new StartFault(
      given === undefined
        ? `keys/master.key is not the key that ${dir.path} was written with: put the right file back, or set WARDLINE_MASTER_KEY`
        : `WARDLINE_MASTER_KEY is not the key that ${dir.path} was written with: set the right one`,
    )
  return key
}

function writeDurably(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const file = openSync(path, 'w', 0o600)
  writeSync(file, text)
  fsyncSync(file)
  closeSync(file)
}

function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  fsyncSync(folder)
  closeSync(folder)
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code
