import type { TenantId } from '@wardline/kernel'

export const SECRET_PROVIDERS = ['env', 'file', 'vault'] as const
export type SecretProviderName = (typeof SECRET_PROVIDERS)[number]

/** What a secret may be used for. One resolves only under its own purpose. */
export type SecretPurpose = 'mdm' | 'authority' | 'oidc'

/**
 * Location of a secret: `<provider>/tenants/<tenant_id>/<purpose>/<name>` (docs/architecture.md#identity). Never the
 * secret.
 */
export interface SecretRef {
  readonly provider: SecretProviderName
  readonly name: string
  readonly purpose: SecretPurpose
}

/** Names that every provider supports: no separators, so that a name never leaves its tenant and purpose. */
export const SECRET_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

/**
 * A secret cannot be resolved: it does not exist, its location is not safe, or the provider is down. Contains neither
 * the value nor the location.
 */
export class SecretUnresolved extends Error {
  readonly reason: 'missing' | 'unsafe' | 'unavailable'
  constructor(reason: 'missing' | 'unsafe' | 'unavailable') {
    super(`a secret cannot be resolved: ${reason}`)
    this.name = 'SecretUnresolved'
    this.reason = reason
  }
}

/** Secrets by reference. A resolved value is used at once and never stored, returned or logged. */
export interface Secrets {
  /** MUST read only below the tenant. @throws SecretUnresolved. */
  resolve(tenant: TenantId, ref: SecretRef): Promise<string>
}
