import type { TenantId } from '@wardline/kernel'

export const SECRET_PROVIDERS = ['env', 'file', 'vault'] as const
export type SecretProviderName = (typeof SECRET_PROVIDERS)[number]

/** What a secret may be used for. One resolves only under its own purpose. */
export type SecretPurpose = 'mdm' | 'authority' | 'oidc'

/** Where a secret lies: `<provider>/tenants/<tenant_id>/<purpose>/<name>` (docs/architecture.md#identity). Never the secret. */
export interface SecretRef {
  readonly provider: SecretProviderName
  readonly name: string
  readonly purpose: SecretPurpose
}

/** Names that every provider can hold: no separators, so that a name never leaves its tenant and purpose. */
export const SECRET_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

/** A secret cannot be had: there is none, or its place is not safe, or the provider is down. Holds no value and no place. */
export class SecretUnresolved extends Error {
  readonly reason: 'missing' | 'unsafe' | 'unavailable'
  constructor(reason: 'missing' | 'unsafe' | 'unavailable') {
    super(`a secret cannot be resolved: ${reason}`)
    this.name = 'SecretUnresolved'
    this.reason = reason
  }
}

/** Secrets by reference. What is resolved is used at once and never stored, answered or logged. */
export interface Secrets {
  /** MUST look only below the tenant. @throws SecretUnresolved. */
  resolve(tenant: TenantId, ref: SecretRef): Promise<string>
}
