import { readFile } from 'node:fs/promises'
import type { Egress } from '@wardline/http'
import { type Secrets, SecretUnresolved } from '@wardline/ports'

export interface VaultSettings {
  /** Origin of the server. A private one must be in the egress allowance. */
  readonly address: string
  /** Where the KV version 2 engine is mounted. */
  readonly mount: string
  /** File with the token, read at every use, so that a Vault agent may renew it. */
  readonly tokenFile: string
}

const MAX_BYTES = 256 * 1024

/**
 * Secrets of HashiCorp Vault, KV version 2: `GET /v1/<mount>/data/tenants/<tenant_id>/<purpose>/<name>`, its key `value`
 * (Vault's HTTP API, "Read secret version").
 */
export const createVaultSecrets = (settings: VaultSettings, egress: Egress): Secrets => ({
  async resolve(tenant, ref) {
    const token = await tokenOf(settings.tokenFile)
    const path = [...settings.mount.split('/'), 'data', 'tenants', tenant, ref.purpose, ref.name]
    const response = await egress
      .send({
        url: new URL(`/v1/${path.map(encodeURIComponent).join('/')}`, settings.address).href,
        headers: { 'x-vault-token': token, 'x-vault-request': 'true', accept: 'application/json' },
        timeoutMs: 10_000,
        maxBytes: MAX_BYTES,
      })
      .catch(() => {
        throw new SecretUnresolved('unavailable')
      })
    // 404 also for a version that was deleted or destroyed; 403 for a path that the token may not read.
    if (response.status === 404 || response.status === 403) throw new SecretUnresolved('missing')
    if (response.status !== 200) throw new SecretUnresolved('unavailable')
    return secretIn(response.body)
  },
})

async function tokenOf(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch {
    throw new SecretUnresolved('unavailable')
  }
}

function secretIn(body: Buffer): string {
  let value: unknown
  try {
    value = (JSON.parse(body.toString()) as { data?: { data?: { value?: unknown } } }).data?.data?.value
  } catch {
    throw new SecretUnresolved('unavailable')
  }
  if (typeof value !== 'string' || value === '') throw new SecretUnresolved('missing')
  return value
}
