import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder that the embedded profile keeps everything in: folders 0700, secrets 0600. */
export interface DataDir {
  readonly path: string
  /** The text of a file below it, undefined when it is not there. */
  read(name: string): string | undefined
  /** Writes a file of mode 0600 whole or not at all, durable when it returns. */
  write(name: string, text: string): void
  remove(name: string): void
}

export function openDataDir(path: string): DataDir {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  chmodSync(path, 0o700)
  return {
    path,
    read(name) {
      try {
        return readFileSync(join(path, name), 'utf8')
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    write(name, text) {
      const target = join(path, name)
      mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
      const fresh = `${target}.${process.pid}.new`
      const file = openSync(fresh, 'w', 0o600)
      writeSync(file, text)
      fsyncSync(file)
      closeSync(file)
      renameSync(fresh, target)
      const folder = openSync(dirname(target), 'r')
      fsyncSync(folder)
      closeSync(folder)
    },
    remove: name => rmSync(join(path, name), { force: true }),
  }
}

/** The master key: the operator's, or one made at the first start and kept as `keys/master.key`. Base64 of 32 bytes. */
export function masterKey(dir: DataDir, given: string | undefined): Uint8Array {
  let text = given ?? dir.read('keys/master.key')
  if (text === undefined) {
    text = randomBytes(32).toString('base64')
    dir.write('keys/master.key', `${text}\n`)
  }
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length < 32) throw new Error('the master key must be the base64 of at least 32 bytes')
  return key
}
