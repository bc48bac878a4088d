import { rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { bytesOf, enlarge } from '../sqlite/preallocate.ts'

/** In the data folder: room for a start on a full disk, which has to make small files before it can do anything. */
const RESERVE_FILE = 'reserve'

export interface ReserveFile {
  readonly bytes: number
  /** @throws Error `ENOSPC` */
  grow(bytes: number): void
  /** Gives up to this many bytes back to the disk. */
  giveUp(bytes: number): void
}

export function reserveFile(dataDir: string): ReserveFile {
  const path = join(dataDir, RESERVE_FILE)
  return {
    get bytes() {
      return bytesOf(path)
    },
    grow(bytes) {
      enlarge(path, bytesOf(path) + bytes)
    },
    giveUp(bytes) {
      const left = bytesOf(path) - bytes
      if (left > 0) truncateSync(path, left)
      else rmSync(path, { force: true })
    },
  }
}
