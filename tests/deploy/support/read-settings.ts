// Settings of a pod or container, read by the services' own readers.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { readDistributedConfig } from '@wardline/engines-distributed'
import { HOST_SETTINGS, readInternalListener } from '@wardline/host'
import { readConfig, SERVICES } from '@wardline/kernel'
import { readGatewayConfig } from '../../../apps/gateway/src/process/gateway-config.ts'

export type SettingsOf = Readonly<Record<string, string>>

/**
 * Reads the environment of a service as the service does when it starts. Files below /run, which the cluster mounts, have
 * some content. @throws ConfigError for what the service does not accept, Error for addresses that do not fit.
 */
export function readSettings(service: string, given: SettingsOf): void {
  const folder = mkdtempSync(join(tmpdir(), 'wardline-settings-'))
  try {
    const [secret, authorities] = [join(folder, 'secret'), join(folder, 'ca.crt')]
    writeFileSync(secret, Buffer.alloc(32, 1).toString('base64'))
    writeFileSync(authorities, rootCertificates[0] ?? '')
    const mounted = (name: string): string => (name.endsWith('_CA_FILE') ? authorities : secret)
    const env = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, value.startsWith('/run/') ? mounted(name) : value]),
    )
    readConfig(env, HOST_SETTINGS)
    readDistributedConfig(env)
    if (service !== 'gateway') {
      if (readInternalListener(env).port !== 7080) throw new Error('the internal port is not 7080')
    } else if (readGatewayConfig(env).WARDLINE_SERVICE_URLS.size !== SERVICES.length - 1)
      throw new Error('the gateway does not know all services')
  } finally {
    rmSync(folder, { recursive: true })
  }
}
