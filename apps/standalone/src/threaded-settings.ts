import { type LogStoreSettings, logStoreSettingsOf } from '@wardline/log-store'
import { quotasOf } from '@wardline/service-kit'
import type { StandaloneConfig } from './config.ts'

/** Settings of threaded services, apart from the engines. Plain data, because it goes to another thread. */
export interface ThreadedSettings {
  /** The folder of rules. */
  readonly rules: string | undefined
  /** The folder of the archive. */
  readonly archive: string
  readonly logStore: LogStoreSettings
  /** Most rules of one tenant's own. */
  readonly ruleQuota: number
}

export const threadedSettingsOf = (config: StandaloneConfig): ThreadedSettings => ({
  rules: config.WARDLINE_RULES_DIR,
  archive: config.WARDLINE_ARCHIVE_DIR,
  logStore: logStoreSettingsOf(config),
  ruleQuota: quotasOf(config).detectionRules,
})
