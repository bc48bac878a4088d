import { type Keyring, seal, type TenantId, unseal } from '@wardline/kernel'
import type { AlertDestinationDoc } from '@wardline/registries'

const context = (id: string): string => `alert_destination ${id}`

/** Seals a signing secret for storage: under the tenant's key, and for this destination only. */
export const sealSecret = (keyring: Keyring, tenant: TenantId, id: string, secret: string): string =>
  seal(keyring.key(tenant, 'webhooks'), secret, context(id))

/** @throws Error if it was sealed for another destination or under another key. */
export const openSecret = (keyring: Keyring, tenant: TenantId, doc: AlertDestinationDoc): string =>
  unseal(keyring.key(tenant, 'webhooks'), doc.sealed_secret, context(doc.id)).toString()
