import { createHash } from 'node:crypto'
import { type Keyring, seal, type TenantId, unseal } from '@wardline/kernel'

/**
 * Values that we set and that the provider and the browser must not choose. They are stored sealed until the browser
 * returns.
 */
export interface SignInSecrets {
  readonly nonce: string
  /** RFC 7636. */
  readonly verifier: string
}

/** The only form in which a `state` and a browser's cookie are stored. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

export const sealSecrets = (keyring: Keyring, tenant: TenantId, id: string, secrets: SignInSecrets): string =>
  seal(keyring.key(tenant, 'sessions'), JSON.stringify(secrets), `sign-in ${id}`)

/** @throws Error if they belong to another sign-in or were changed. */
export const unsealSecrets = (keyring: Keyring, tenant: TenantId, id: string, sealed: string): SignInSecrets =>
  JSON.parse(unseal(keyring.key(tenant, 'sessions'), sealed, `sign-in ${id}`).toString()) as SignInSecrets
