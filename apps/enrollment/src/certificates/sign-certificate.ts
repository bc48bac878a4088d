import type { TenantId } from '@wardline/kernel'
import { type ParsedCsr, spiffeId } from '@wardline/pki'
import type { EnrollmentContext } from '../context.ts'
import type { CertificatePlan } from './plan-certificate.ts'

/** Signs a planned certificate. @returns PEM */
export async function signCertificate(
  context: Pick<EnrollmentContext, 'authorities' | 'config'>,
  tenantId: TenantId,
  agentId: string,
  csr: Pick<ParsedCsr, 'spki'>,
  plan: CertificatePlan,
): Promise<string> {
  const authority = await context.authorities.current()
  return authority.issue({
    csr,
    spiffeUri: spiffeId({ trustDomain: context.config.trustDomain, tenantId, agentId }),
    serialNumber: plan.serial_number,
    notBefore: Date.parse(plan.not_before),
    notAfter: Date.parse(plan.not_after),
  })
}
