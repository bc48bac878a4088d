import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { newId, rfc3339 } from '@wardline/kernel'
import { type EnrollmentTokenDoc, enrollmentTokens } from '@wardline/registries'
import type { ServicePorts } from '@wardline/service-kit'
import { hashEnrollmentToken, newEnrollmentToken } from './enrollment-token.ts'
import { tokenView } from './token-view.ts'

const DAY_SECONDS = 86_400
/** How long the record of a token is kept after its end. */
const REMEMBERED_MS = 180 * DAY_SECONDS * 1000

/** `POST /enrollment-tokens`: the only response that ever contains the token. */
export const createEnrollmentToken =
  ({ registry, clock }: ServicePorts): OperationHandler<'createEnrollmentToken'> =>
  async request => {
    const principal = tenantPrincipal(request)
    const body = request.body
    const token = newEnrollmentToken()
    const now = clock.now()
    const expiresAt = now + (body.expires_in_seconds ?? DAY_SECONDS) * 1000
    const doc: EnrollmentTokenDoc = {
      id: newId('tok'),
      token_hash: hashEnrollmentToken(token)!,
      agent_class: body.agent_class,
      state: 'unused',
      label: body.label ?? null,
      created_at: rfc3339(now),
      created_by: principal.id,
      expires_at: rfc3339(expiresAt),
      nonce_hashes: [],
      claim: null,
      certificate_pem: null,
      forget_at: expiresAt + REMEMBERED_MS,
    }
    const result = await registry.write(enrollmentTokens, principal.tenantId, doc, { expect: 'absent' })
    if (!result.ok) throw new Error('a fresh token id or hash is taken')
    const { version } = result
    return { status: 201, body: { ...tokenView({ doc, version }, now), token }, version }
  }
