// A small disk of its own (tmpfs), which a test can fill and enlarge. Only root may mount.
import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from '@jest/globals'

const MIB = 1_048_576

export interface SmallDisk {
  readonly path: string
  freeBytes(): number
  /** Another program fills the disk until this much is left. */
  fill(leaveMib: number): void
  /** That program removes its file. */
  clear(): void
  resize(mib: number): void
  remove(): void
}

/** @throws Error when it cannot be mounted */
export function smallDisk(mib: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'wardline-disk-'))
  const run = (command: string, ...args: string[]): void => {
    const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`${command}: ${stderr}`)
  }
  run('mount', '-t', 'tmpfs', '-o', `size=${mib}m,mode=700`, 'tmpfs', path)
  const filler = join(path, 'filler')
  const freeBytes = (): number => {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize
  }
  return {
    path,
    freeBytes,
    fill(leaveMib) {
      const file = openSync(filler, 'a')
      try {
        for (let left = freeBytes() - leaveMib * MIB; left > 0; left = freeBytes() - leaveMib * MIB)
          writeSync(file, Buffer.alloc(Math.min(MIB, left)))
      } finally {
        closeSync(file)
      }
    },
    clear: () => rmSync(filler, { force: true }),
    resize: to => run('mount', '-o', `remount,size=${to}m`, path),
    remove() {
      run('umount', '-l', path)
      rmSync(path, { recursive: true })
    },
  }
}

function canMount(): boolean {
  try {
    smallDisk(1).remove()
    return true
  } catch {
    return false
  }
}

/** `describe`, skipped where no disk can be mounted: it says so. */
export const describeWithSmallDisk = canMount()
  ? describe
  : (name: string, tests: () => void): void => {
      console.warn(`SKIPPED, because this user may not mount a tmpfs: ${name}`)
      describe.skip(name, tests)
    }
