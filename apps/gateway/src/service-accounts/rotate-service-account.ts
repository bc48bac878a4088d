import type { OperationHandler } from '@wardline/http'
import { Problem, rfc3339 } from '@wardline/kernel'
import { type ServiceAccountDoc, serviceAccounts } from '@wardline/registries'
import type { ServicePorts } from '@wardline/service-kit'
import { lastUseOf } from '../authentication/account-uses.ts'
import { newServiceToken } from '../authentication/service-token.ts'
import { accountView } from './account-view.ts'
import { accountOf } from './read-service-accounts.ts'

/** How long the old token stays valid, unless the request says otherwise. */
const OVERLAP_SECONDS = 3_600

/**
 * `POST /service-accounts/{service_account_id}/rotate`: a new token, shown once. The previous one stays valid for a while;
 * the one before that does not. @throws Problem `not_found`, `state_conflict` if two rotations collide.
 */
export const rotateServiceAccount =
  (ports: ServicePorts): OperationHandler<'rotateServiceAccount'> =>
  async request => {
    const { registry, clock } = ports
    const { tenantId, doc: before, version } = await accountOf(ports, request)
    const overlapSeconds = request.body?.overlap_seconds ?? OVERLAP_SECONDS
    const { token, hash } = newServiceToken()
    const until = clock.now() + overlapSeconds * 1_000
    const doc: ServiceAccountDoc = {
      ...before,
      token_hash: hash,
      previous_token_hash: overlapSeconds === 0 ? null : before.token_hash,
      previous_token_until: overlapSeconds === 0 ? null : rfc3339(until),
    }
    const written = await registry.write(serviceAccounts, tenantId, doc, { expect: version })
    if (!written.ok) throw new Problem('state_conflict')
    const body = { ...accountView(tenantId, doc, await lastUseOf(registry, tenantId, doc.id)), token }
    return { status: 200, body, version: written.version }
  }
