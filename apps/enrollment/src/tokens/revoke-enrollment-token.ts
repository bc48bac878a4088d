import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { Problem } from '@wardline/kernel'
import { enrollmentTokens } from '@wardline/registries'
import { type ServicePorts, update } from '@wardline/service-kit'
import { tokenView } from './token-view.ts'

/**
 * `POST /enrollment-tokens/{token_id}/revoke`: the token can be neither exchanged nor resumed from now on. A confirmed
 * token is spent and stays so; its agent has its own operation for revocation.
 */
export const revokeEnrollmentToken =
  ({ registry, clock }: ServicePorts): OperationHandler<'revokeEnrollmentToken'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const { stored } = await update(registry, enrollmentTokens, tenantId, request.params.token_id ?? '', current => {
      if (!current || current.doc.state === 'revoked' || current.doc.state === 'confirmed') return undefined
      return { doc: { ...current.doc, state: 'revoked' as const, certificate_pem: null } }
    })
    if (!stored) throw new Problem('not_found')
    return { status: 200, body: tokenView(stored, clock.now()), version: stored.version }
  }
