import type { DataDir } from '@wardline/host'

const NAME = 'run.json'

/** The addresses of the running process (docs/architecture.md#running-it). Removed at start, written when ready. */
export interface RunFile {
  readonly pid: number
  readonly api_url: string
  readonly agent_url: string
  readonly admin_url: string
}

export const removeRunFile = (dir: DataDir): void => dir.remove(NAME)
export const writeRunFile = (dir: DataDir, run: RunFile): void => dir.write(NAME, `${JSON.stringify(run)}\n`)
