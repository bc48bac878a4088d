import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { PLATFORM_TENANT, Problem, rfc3339 } from '@wardline/kernel'
import { restores } from '@wardline/registries'
import { type ServicePorts, update } from '@wardline/service-kit'
import { restoreView } from './restore-view.ts'

/**
 * `POST /restores/{restore_id}/confirm`: agents are served again, everywhere within 2 s. Idempotent: the first
 * confirmation stands.
 */
export const confirmRestore =
  ({ registry, clock }: ServicePorts): OperationHandler<'confirmRestore'> =>
  async request => {
    const by = tenantPrincipal(request).id
    const { stored } = await update(registry, restores, PLATFORM_TENANT, request.params.restore_id ?? '', current => {
      if (current?.doc.state !== 'waiting') return undefined
      const confirmed_at = rfc3339(clock.now())
      return { doc: { ...current.doc, state: 'confirmed' as const, confirmed_at, confirmed_by: by } }
    })
    if (!stored) throw new Problem('not_found')
    return { status: 200, body: restoreView(stored), version: stored.version }
  }
