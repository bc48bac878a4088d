import type { DataDir } from '@wardline/host'

const NAME = 'run.json'

/** Where the running process can be reached (docs/architecture.md#running-it): removed at start, written at ready. */
export interface RunFile {
  readonly pid: number
  readonly api_url: string
  readonly agent_url: string
  readonly admin_url: string
}

export const removeRunFile = (dir: DataDir): void => dir.remove(NAME)
export const writeRunFile = (dir: DataDir, run: RunFile): void => dir.write(NAME, `${JSON.stringify(run)}\n`)
