import { HISTORY_SETTINGS } from '@wardline/chain'
import { BUILD_SETTINGS, JOURNAL_SETTINGS, readPem } from '@wardline/host'
import { EGRESS_SETTINGS, isLoopback } from '@wardline/http'
import { ConfigError, type ConfigOf, readConfig, readTogether, setting } from '@wardline/kernel'
import { QUOTA_SETTINGS } from '@wardline/service-kit'
import { requireLoopback } from '../listeners/listeners.ts'
import { CLOCK_SETTINGS } from './clock-settings.ts'
import { PROXY_SETTINGS } from './proxy-settings.ts'
import { PUBLIC_URL_SETTINGS } from './public-url.ts'
import { serviceUrls } from './service-urls.ts'

const port = (fallback: number) => setting.integer({ fallback, min: 0, max: 65_535 })

const SETTINGS = {
  /** `ingest=http://10.0.0.5:7080,normalizer=…`: the internal listener of every other service. */
  WARDLINE_SERVICE_URLS: serviceUrls,
  /** PEM of the authority that issues the services' certificates. */
  WARDLINE_INTERNAL_TLS_CA_FILE: setting.optionalText(),
  WARDLINE_INTERNAL_PLAINTEXT: setting.oneOf(['refuse', 'allow'], { fallback: 'refuse' }),
  /** Where the first start writes the bootstrap tokens, and every start the CA that agents trust. */
  WARDLINE_BOOTSTRAP_DIR: setting.text(),
  WARDLINE_API_HOST: setting.parsed(loopbackHost, { fallback: '127.0.0.1' }),
  WARDLINE_API_PORT: port(8080),
  WARDLINE_AGENT_PORT: port(8443),
  WARDLINE_AGENT_HOSTNAMES: setting.list({ fallback: ['localhost'] }),
  WARDLINE_TLS_CERT_FILE: setting.optionalText(),
  WARDLINE_TLS_KEY_FILE: setting.optionalText(),
  WARDLINE_TRUST_DOMAIN: setting.text({ fallback: 'wardline.local' }),
  ...EGRESS_SETTINGS,
  ...PUBLIC_URL_SETTINGS,
  ...QUOTA_SETTINGS,
  ...PROXY_SETTINGS,
  ...CLOCK_SETTINGS,
  ...HISTORY_SETTINGS,
  ...BUILD_SETTINGS,
  WARDLINE_REVOCATION_JOURNAL_DIR: JOURNAL_SETTINGS.WARDLINE_REVOCATION_JOURNAL_DIR,
}

/** Settings of the gateway as its own process, in addition to those of every process (docs/operating.md). */
export type GatewayConfig = ConfigOf<typeof SETTINGS>

/** @throws ConfigError naming every fault. */
export function readGatewayConfig(env: NodeJS.ProcessEnv): GatewayConfig {
  const config = readConfig(env, SETTINGS)
  const authority = config.WARDLINE_INTERNAL_TLS_CA_FILE
  const faults = [...unpairedCertificate(config), ...plaintextOutside(config)]
  readTogether(
    () => authority !== undefined && readPem('WARDLINE_INTERNAL_TLS_CA_FILE', authority),
    () => {
      if (faults.length > 0) throw new ConfigError(faults)
    },
  )
  return config
}

function unpairedCertificate(config: GatewayConfig): readonly string[] {
  const paired = (config.WARDLINE_TLS_CERT_FILE === undefined) === (config.WARDLINE_TLS_KEY_FILE === undefined)
  return paired ? [] : ['WARDLINE_TLS_CERT_FILE and WARDLINE_TLS_KEY_FILE are given together or not at all']
}

function plaintextOutside(config: GatewayConfig): readonly string[] {
  if (config.WARDLINE_INTERNAL_PLAINTEXT === 'allow') return []
  return [...config.WARDLINE_SERVICE_URLS]
    .filter(([, url]) => url.startsWith('http:') && !isLoopback(new URL(url).hostname))
    .map(
      ([name]) =>
        `WARDLINE_SERVICE_URLS: ${name} needs https, or WARDLINE_INTERNAL_PLAINTEXT=allow on a private network`,
    )
}

function loopbackHost(host: string): string {
  requireLoopback(host)
  return host
}
