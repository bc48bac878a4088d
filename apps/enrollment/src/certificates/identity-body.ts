import type { View } from '@wardline/api'
import type { AgentClass, TenantId } from '@wardline/kernel'
import type { EnrollmentContext } from '../context.ts'
import type { CertificatePlan } from './plan-certificate.ts'

interface Identity extends CertificatePlan {
  readonly agentId: string
  readonly tenantId: TenantId
  readonly agentClass: AgentClass
  readonly certificatePem: string
}

/** The 201 of an exchange and of a renewal (openapi/enrollment.yaml). */
export async function identityBody(
  context: Pick<EnrollmentContext, 'authorities' | 'config'>,
  identity: Identity,
): Promise<View<'AgentIdentity'>> {
  return {
    agent_id: identity.agentId,
    tenant_id: identity.tenantId,
    agent_class: identity.agentClass,
    certificate: identity.certificatePem,
    ca_chain: await context.authorities.chainOf(identity.certificatePem),
    serial_number: identity.serial_number,
    not_before: identity.not_before,
    not_after: identity.not_after,
    renew_after: identity.renew_after,
    heartbeat_interval_seconds: context.config.heartbeatIntervalSeconds,
  }
}
