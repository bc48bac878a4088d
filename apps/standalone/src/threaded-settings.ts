import { type LogStoreSettings, logStoreSettingsOf } from '@wardline/log-store'
import type { StandaloneConfig } from './config.ts'

/** What threaded services are told beside the engines: plain data, it goes to another thread. */
export interface ThreadedSettings {
  /** Folder of rules. */
  readonly rules: string | undefined
  /** Folder of the archive. */
  readonly archive: string
  readonly logStore: LogStoreSettings
}

export const threadedSettingsOf = (config: StandaloneConfig): ThreadedSettings => ({
  rules: config.WARDLINE_RULES_DIR,
  archive: config.WARDLINE_ARCHIVE_DIR,
  logStore: logStoreSettingsOf(config),
})
