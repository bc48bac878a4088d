import type { OperationHandler } from '@wardline/http'
import { PLATFORM_TENANT, Problem } from '@wardline/kernel'
import { agents, agentTombstones, enrollmentTokens, tenants } from '@wardline/registries'
import { identityBody } from '../certificates/identity-body.ts'
import { hashNonce } from '../certificates/nonce.ts'
import { readCsr } from '../certificates/read-csr.ts'
import type { EnrollmentContext } from '../context.ts'
import { hashEnrollmentToken } from '../tokens/enrollment-token.ts'
import { claimToken, type FoundToken, isOpen } from './claim-token.ts'
import { finishEnrollment } from './finish-enrollment.ts'
import { judgePlatform } from './judge-platform.ts'

/**
 * `POST /agent-enrollment/exchange`: a token, a nonce and a CSR for an identity. The checks come in the order of
 * docs/architecture.md#the-exchange: schema, token 401, class, platform and OS 422, CSR 422, nonce 409, key 401. Nothing is
 * written before the claim. After it, any retry with the same key and a new nonce resumes the exchange and gets the same
 * identity.
 */
export const exchangeEnrollment =
  (context: EnrollmentContext): OperationHandler<'exchangeEnrollment'> =>
  async request => {
    const body = request.body
    await context.limits.network(request.clientAddress)
    const nonceHash = hashNonce(body.nonce)
    const found = await findToken(context, body.enrollment_token)
    judgePlatform(body, found.doc.agent_class)
    const csr = await readCsr(body.csr)
    const claimed = await claimToken(context, found, { body, csr, nonceHash, correlationId: request.correlationId })
    const issued = await finishEnrollment(context, claimed)
    if (!issued || (await isAtEnd(context, claimed, issued.claim.agent_id)))
      throw new Problem('enrollment_token_invalid')
    context.metrics.count('enrollments_total', { agent_class: issued.agent_class })
    return {
      status: 201,
      body: await identityBody(context, {
        ...issued.claim,
        agentId: issued.claim.agent_id,
        tenantId: claimed.tenantId,
        agentClass: issued.agent_class,
        certificatePem: issued.certificate_pem,
      }),
    }
  }

/**
 * @throws Problem `enrollment_token_invalid`, the same for every reason; `unavailable` while the tenant is suspended;
 *   `rate_limited` before the lookup for a token that is used too often, and after it for a tenant.
 */
async function findToken(context: EnrollmentContext, token: string): Promise<FoundToken> {
  const { registry, clock, config, limits } = context
  const hash = hashEnrollmentToken(token)
  if (hash === undefined) throw new Problem('enrollment_token_invalid')
  await limits.token(hash)
  const found = await registry.findByUnique(enrollmentTokens, 'token_hash', hash)
  if (!found || !isOpen(found.doc, clock.now(), config.resumeHours)) throw new Problem('enrollment_token_invalid')
  await limits.tenant(found.tenantId)
  const tenant = await registry.read(tenants, PLATFORM_TENANT, found.tenantId)
  if (tenant?.doc.state === 'suspended') throw new Problem('unavailable', { retryAfter: 300 })
  return found
}

/** Only a resumed exchange can find an agent whose identity has ended. Its certificate must not be handed out again. */
async function isAtEnd({ registry }: EnrollmentContext, token: FoundToken, agentId: string): Promise<boolean> {
  if (token.doc.nonce_hashes.length === 1) return false
  const agent = await registry.read(agents, token.tenantId, agentId)
  if (agent) return agent.doc.state !== 'active'
  return (await registry.read(agentTombstones, token.tenantId, agentId)) !== undefined
}
