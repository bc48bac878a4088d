import { randomBytes } from 'node:crypto'
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
    try {
      writeDurably(fresh, text)
    } catch (error) {
      // A full disk: half a file would keep the room that is missing.
      rmSync(fresh, { force: true })
      throw error
    }
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
