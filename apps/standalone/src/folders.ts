import type { StandaloneConfig } from './config.ts'

/** What threaded services read and write beside the engines. */
export interface Folders {
  readonly rules: string | undefined
  readonly archive: string
}

export const foldersOf = (config: StandaloneConfig): Folders => ({
  rules: config.WARDLINE_RULES_DIR,
  archive: config.WARDLINE_ARCHIVE_DIR,
})
