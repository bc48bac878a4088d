import { type Cursors, type OperationHandler, tenantPrincipal } from '@wardline/http'
import { Problem } from '@wardline/kernel'
import { enrollmentTokens } from '@wardline/registries'
import { listPage, type ServicePorts } from '@wardline/service-kit'
import { tokenView } from './token-view.ts'

/** `GET /enrollment-tokens`, newest first. */
export const listEnrollmentTokens =
  (ports: ServicePorts, cursors: Cursors): OperationHandler<'listEnrollmentTokens'> =>
  async request => {
    const now = ports.clock.now()
    return listPage({ ...ports, cursors }, request, tenantPrincipal(request).tenantId, enrollmentTokens, {
      order: { by: 'created_at', direction: 'desc' },
      view: stored => tokenView(stored, now),
    })
  }

/** `GET /enrollment-tokens/{token_id}`. */
export const readEnrollmentToken =
  ({ registry, clock }: ServicePorts): OperationHandler<'readEnrollmentToken'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const stored = await registry.read(enrollmentTokens, tenantId, request.params.token_id ?? '')
    if (!stored) throw new Problem('not_found')
    return { status: 200, body: tokenView(stored, clock.now()), version: stored.version }
  }
