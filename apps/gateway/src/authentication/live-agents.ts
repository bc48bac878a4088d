import { agents } from '@wardline/registries'
import { allTenants, type ServicePorts } from '@wardline/service-kit'
import { createReadThrough } from '../read-through.ts'

/** Of one tenant; a larger fleet counts as this, which only makes the breaker stricter. */
const MAX_COUNTED = 10_000

/**
 * Counts the active agents of all tenants. One walk at a time, and its answer serves for two seconds: while many agents are stale, each of
 * their requests asks for it.
 */
export function createLiveAgents(registry: ServicePorts['registry']): () => Promise<number> {
  const counted = createReadThrough(async () => {
    let live = 0
    for await (const tenant of allTenants(registry))
      live += await registry.count(agents, tenant, { state: 'active' }, MAX_COUNTED)
    return live
  }, 1)
  return () => counted.get('all')
}
