import { join } from 'node:path'
import { HISTORY_SETTINGS } from '@wardline/chain'
import { STORAGE_SETTINGS } from '@wardline/engines-embedded'
import { ENROLLMENT_SETTINGS, enrollmentConfigOf } from '@wardline/enrollment'
import { CLOCK_SETTINGS, PROXY_SETTINGS, PUBLIC_URL_SETTINGS } from '@wardline/gateway'
import { BACKUP_SETTINGS, BUILD_SETTINGS, JOURNAL_SETTINGS, MASTER_KEY_SETTINGS, TRACE_SETTINGS } from '@wardline/host'
import { EGRESS_SETTINGS } from '@wardline/http'
import { type ConfigOf, readConfig, setting } from '@wardline/kernel'
import { LOG_STORE_SETTINGS } from '@wardline/log-store'
import { SECRET_SETTINGS, secretsOf } from '@wardline/secrets'
import { QUOTA_SETTINGS } from '@wardline/service-kit'

const SETTINGS = {
  WARDLINE_DATA_DIR: setting.text({ fallback: '.wardline' }),
  WARDLINE_HOST: setting.text({ fallback: '127.0.0.1' }),
  /** Only if the plain listener's address differs from the others'. It must be a loopback address. */
  WARDLINE_API_HOST: setting.optionalText(),
  WARDLINE_API_PORT: setting.integer({ fallback: 8080, min: 0, max: 65_535 }),
  WARDLINE_AGENT_PORT: setting.integer({ fallback: 8443, min: 0, max: 65_535 }),
  WARDLINE_ADMIN_PORT: setting.integer({ fallback: 9090, min: 0, max: 65_535 }),
  WARDLINE_AGENT_HOSTNAMES: setting.list({ fallback: ['localhost'] }),
  WARDLINE_TLS_CERT_FILE: setting.optionalText(),
  WARDLINE_TLS_KEY_FILE: setting.optionalText(),
  WARDLINE_RULES_DIR: setting.optionalText(),
  WARDLINE_ARCHIVE_DIR: setting.optionalText(),
  WARDLINE_LOG_LEVEL: setting.oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
    fallback: 'info',
  }),
  ...STORAGE_SETTINGS,
  ...MASTER_KEY_SETTINGS,
  ...BACKUP_SETTINGS,
  ...JOURNAL_SETTINGS,
  ...HISTORY_SETTINGS,
  ...PROXY_SETTINGS,
  ...PUBLIC_URL_SETTINGS,
  ...CLOCK_SETTINGS,
  ...ENROLLMENT_SETTINGS,
  ...EGRESS_SETTINGS,
  ...SECRET_SETTINGS,
  ...LOG_STORE_SETTINGS,
  ...QUOTA_SETTINGS,
  ...BUILD_SETTINGS,
  ...TRACE_SETTINGS,
}

/** Settings of the embedded profile (README.md#settings). */
export type StandaloneConfig = Omit<ConfigOf<typeof SETTINGS>, 'WARDLINE_ARCHIVE_DIR'> & {
  readonly WARDLINE_ARCHIVE_DIR: string
  /** The environment variables with the secrets of connections. */
  readonly secretVariables: Readonly<Record<string, string | undefined>>
}

/** Secret files and the archive are in the data folder by default. @throws ConfigError naming every fault. */
export function readStandaloneConfig(env: NodeJS.ProcessEnv): StandaloneConfig {
  const config = readConfig(env, SETTINGS)
  enrollmentConfigOf(config, 'own')
  return Object.freeze({
    ...config,
    WARDLINE_SECRETS_DIR: config.WARDLINE_SECRETS_DIR ?? join(config.WARDLINE_DATA_DIR, 'secrets'),
    WARDLINE_ARCHIVE_DIR: config.WARDLINE_ARCHIVE_DIR ?? join(config.WARDLINE_DATA_DIR, 'archive'),
    secretVariables: secretsOf(env),
  })
}
