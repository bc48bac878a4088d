import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const NAME = /^backing-up\.(\d+)\.[0-9a-f]+$/

/** A folder within the data folder, where a backup puts what it then encrypts. */
export interface Staging {
  readonly path: string
  remove(): void
}

/** Also removes what backups that were killed have left. */
export function createStaging(dataDir: string): Staging {
  for (const name of readdirSync(dataDir)) {
    const process = NAME.exec(name)?.[1]
    if (process !== undefined && !isRunning(Number(process))) rmSync(join(dataDir, name), { recursive: true })
  }
  const path = join(dataDir, `backing-up.${process.pid}.${randomBytes(6).toString('hex')}`)
  mkdirSync(path, { mode: 0o700 })
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** @param file below the data folder */
export const isStaged = (file: string): boolean => NAME.test(file.split('/')[0] ?? '')

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
