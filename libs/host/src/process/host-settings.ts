import { readFileSync } from 'node:fs'
import { isLoopback } from '@wardline/http'
import { ConfigError, type ConfigOf, readConfig, setting } from '@wardline/kernel'
import { BUILD_SETTINGS } from '../build-info.ts'
import { JOURNAL_SETTINGS } from '../journal/journal-files.ts'
import { OWN_MASTER_KEY_SETTINGS } from '../keys/master-key-files.ts'
import { TRACE_SETTINGS } from '../telemetry/trace-settings.ts'

/** Settings that every service process has (docs/operating.md). */
export const HOST_SETTINGS = {
  /** The same for every process of one Wardline: they wrap the keys that everything else is sealed and signed with. */
  ...OWN_MASTER_KEY_SETTINGS,
  WARDLINE_HOST: setting.text({ fallback: '127.0.0.1' }),
  WARDLINE_ADMIN_PORT: setting.integer({ fallback: 9090, min: 0, max: 65_535 }),
  WARDLINE_LOG_LEVEL: setting.oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
    fallback: 'info',
  }),
  /** Plain HTTP between processes on anything but loopback, for a network that nobody else uses. */
  WARDLINE_INTERNAL_PLAINTEXT: setting.oneOf(['refuse', 'allow'], { fallback: 'refuse' }),
  /** The cold tier: a folder shared by the services that are granted logs. */
  WARDLINE_ARCHIVE_DIR: setting.optionalText(),
  ...JOURNAL_SETTINGS,
  ...BUILD_SETTINGS,
  ...TRACE_SETTINGS,
}
export type HostConfig = ConfigOf<typeof HOST_SETTINGS>

/** Settings of the listener that a service answers the gateway on. */
const INTERNAL_SETTINGS = {
  WARDLINE_HOST: HOST_SETTINGS.WARDLINE_HOST,
  WARDLINE_INTERNAL_PLAINTEXT: HOST_SETTINGS.WARDLINE_INTERNAL_PLAINTEXT,
  WARDLINE_INTERNAL_PORT: setting.integer({ fallback: 7080, min: 0, max: 65_535 }),
  WARDLINE_INTERNAL_TLS_CERT_FILE: setting.optionalText(),
  WARDLINE_INTERNAL_TLS_KEY_FILE: setting.optionalText(),
}

export interface InternalListener {
  readonly port: number
  /** Files with PEM. */
  readonly tls?: { readonly certFile: string; readonly keyFile: string }
}

/** @throws ConfigError also for files that cannot be read, and for plain HTTP if it is not allowed. */
export function readInternalListener(env: NodeJS.ProcessEnv): InternalListener {
  const config = readConfig(env, INTERNAL_SETTINGS)
  const certFile = config.WARDLINE_INTERNAL_TLS_CERT_FILE
  const keyFile = config.WARDLINE_INTERNAL_TLS_KEY_FILE
  if ((certFile === undefined) !== (keyFile === undefined)) {
    throw new ConfigError(['WARDLINE_INTERNAL_TLS_CERT_FILE and WARDLINE_INTERNAL_TLS_KEY_FILE are given together'])
  }
  if (certFile !== undefined && keyFile !== undefined) {
    readPem('WARDLINE_INTERNAL_TLS_CERT_FILE', certFile)
    readPem('WARDLINE_INTERNAL_TLS_KEY_FILE', keyFile)
    return { port: config.WARDLINE_INTERNAL_PORT, tls: { certFile, keyFile } }
  }
  if (!(config.WARDLINE_INTERNAL_PLAINTEXT === 'allow' || isLoopback(config.WARDLINE_HOST))) {
    throw new ConfigError([
      'WARDLINE_HOST: an address that is not loopback needs WARDLINE_INTERNAL_TLS_CERT_FILE and _KEY_FILE, or WARDLINE_INTERNAL_PLAINTEXT=allow on a private network',
    ])
  }
  return { port: config.WARDLINE_INTERNAL_PORT }
}

/** The text of the file that a setting names. @throws ConfigError that names the setting, never the file. */
export function readPem(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new ConfigError([`${name}: the file cannot be read`])
  }
}
