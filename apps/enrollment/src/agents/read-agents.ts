import { type Cursors, type OperationHandler, tenantPrincipal } from '@wardline/http'
import { Problem } from '@wardline/kernel'
import type { ListQuery } from '@wardline/ports'
import { type AgentDoc, type AgentPlatform, agents } from '@wardline/registries'
import { listPage, type ServicePorts } from '@wardline/service-kit'
import { staleBefore } from './agent-state.ts'
import { agentView } from './agent-view.ts'

interface Query {
  readonly state?: AgentDoc['state']
  readonly platform?: AgentPlatform
}

/** `GET /agents`, newest first, of one state or platform. */
export const listAgents =
  (ports: ServicePorts, cursors: Cursors): OperationHandler<'listAgents'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const page = await listPage({ ...ports, cursors }, request, tenantId, agents, {
      where: conditions(request.query, ports.clock.now()),
      order: { by: 'enrolled_at', direction: 'desc' },
      view: stored => agentView(ports, tenantId, stored.doc),
    })
    return { ...page, body: { ...page.body, items: await Promise.all(page.body.items) } }
  }

/** `GET /agents/{agent_id}`. */
export const readAgent =
  (ports: ServicePorts): OperationHandler<'readAgent'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const stored = await ports.registry.read(agents, tenantId, request.params.agent_id ?? '')
    if (!stored) throw new Problem('not_found')
    return { status: 200, body: await agentView(ports, tenantId, stored.doc), version: stored.version }
  }

/** Staleness depends on the clock: such an agent is stored as active. */
function conditions({ state, platform }: Query, now: number): NonNullable<ListQuery<AgentDoc>['where']> {
  const byPlatform = platform ? { platform } : {}
  if (state === 'active') return { ...byPlatform, state: 'active', valid_until: { gte: staleBefore(now) } }
  if (state === 'stale') return { ...byPlatform, state: 'active', valid_until: { lt: staleBefore(now) } }
  return state ? { ...byPlatform, state } : byPlatform
}
