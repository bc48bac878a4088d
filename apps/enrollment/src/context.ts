import type { TenantId } from '@wardline/kernel'
import type { ServicePorts } from '@wardline/service-kit'
import type { AgentAuthorities } from './authority/agent-authorities.ts'
import type { EnrollmentConfig } from './config.ts'
import type { ExchangeLimits } from './exchange/exchange-limits.ts'

/** The dependencies of this service's use cases. */
export interface EnrollmentContext extends ServicePorts {
  readonly config: EnrollmentConfig
  readonly authorities: AgentAuthorities
  readonly limits: ExchangeLimits
}

/** The key for a tenant's derived ids. */
export const idKey = (context: Pick<EnrollmentContext, 'keyring'>, tenant: TenantId): Uint8Array =>
  context.keyring.key(tenant, 'ids')
