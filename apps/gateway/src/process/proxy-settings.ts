import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type ConfigOf, setting } from '@wardline/kernel'
import type { TrustedProxySettings } from '../authentication/trusted-proxies.ts'

/** Settings for a process that opens the gateway's listeners (docs/behind-a-proxy.md). */
export const PROXY_SETTINGS = {
  /** URIs or DNS names in the certificates of proxies that may send X-Forwarded-Client-Cert. */
  WARDLINE_TRUSTED_PROXY_SANS: setting.list({ fallback: [] }),
  /**
   * PEM of the authorities that issue those certificates. Without it, only the platform's own identities can be
   * proxies.
   */
  WARDLINE_TRUSTED_PROXY_CA_FILE: setting.parsed<readonly string[]>(certificatesIn, { fallback: [] }),
}

export const trustedProxiesOf = (config: ConfigOf<typeof PROXY_SETTINGS>): TrustedProxySettings => ({
  sans: config.WARDLINE_TRUSTED_PROXY_SANS,
  authorities: config.WARDLINE_TRUSTED_PROXY_CA_FILE,
})

const BLOCKS = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g

function certificatesIn(file: string): readonly string[] {
  const pems = readText(file).match(BLOCKS) ?? []
  if (pems.length === 0 || !pems.every(isAuthority)) throw new Error('a file with CA certificates is expected')
  return pems
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new Error('the file cannot be read')
  }
}

function isAuthority(pem: string): boolean {
  try {
    return new X509Certificate(pem).ca
  } catch {
    return false
  }
}
