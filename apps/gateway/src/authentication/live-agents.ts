import { agents } from '@wardline/registries'
import { allTenants, type ServicePorts } from '@wardline/service-kit'
import { createReadThrough } from '../read-through.ts'

/** The most agents counted per tenant. A larger fleet counts as this many, which only makes the breaker stricter. */
const MAX_COUNTED = 10_000

/**
 * Counts the active agents of all tenants. Only one count runs at a time, and its result is kept for two seconds, because
 * each request of a stale agent needs it.
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
