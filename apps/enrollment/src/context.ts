import type { ServicePorts } from '@wardline/host'
import type { TenantId } from '@wardline/kernel'
import type { ClientAuthority } from './authority/load-authority.ts'
import type { EnrollmentConfig } from './config.ts'

/** What the use cases of this service are given. */
export interface EnrollmentContext extends ServicePorts {
  readonly config: EnrollmentConfig
  /** The authority that signs agent certificates; made by whoever asks first. */
  authority(): Promise<ClientAuthority>
}

/** The key from which a tenant's derived ids come. */
export const idKey = (context: Pick<EnrollmentContext, 'keyring'>, tenant: TenantId): Uint8Array =>
  context.keyring.key(tenant, 'ids')
