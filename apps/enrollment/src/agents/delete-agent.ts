import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { Problem, rfc3339 } from '@wardline/kernel'
import { agents, agentTombstones } from '@wardline/registries'
import { removeStored } from '@wardline/service-kit'
import type { EnrollmentContext } from '../context.ts'
import { isLive } from './agent-state.ts'

/**
 * `DELETE /agents/{agent_id}`: only a tombstone of the identity stays. It is written first: without it, the missing record
 * would look like a store that is behind, and the agent would retry for ever.
 */
export const deleteAgent =
  ({ registry, clock }: EnrollmentContext): OperationHandler<'deleteAgent'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const id = request.params.agent_id ?? ''
    const removed = await removeStored(registry, agents, tenantId, id, async ({ doc }) => {
      if (isLive(doc, clock.now()))
        throw new Problem('state_conflict', { detail: 'Revoke a live agent before you remove it' })
      const tombstone = { id, removed_at: rfc3339(clock.now()) }
      await registry.write(agentTombstones, tenantId, tombstone, { expect: 'absent' })
    })
    if (!removed) throw new Problem('not_found')
    return { status: 204 }
  }
