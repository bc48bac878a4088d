import { describe, expect, it } from '@jest/globals'
import { PLATFORM_TENANT, rfc3339, tenantId } from '@wardline/kernel'
import { createMemoryRegistry, type MemoryRegistry } from '@wardline/ports/testing'
import { type AgentDoc, agents, tenants } from '@wardline/registries'
import { createLiveAgents } from './live-agents.ts'

/** A registry with this many tenants, each with one active and one revoked agent. */
async function fleetOf(tenantCount: number): Promise<MemoryRegistry> {
  const registry = createMemoryRegistry()
  for (let i = 0; i < tenantCount; i++) {
    const tenant = tenantId(`ten_${i}`)
    await registry.write(
      tenants,
      PLATFORM_TENANT,
      { id: tenant, name: tenant, state: 'active', created_at: rfc3339(0), auto_tickets: true, first_account_at: null },
      { expect: 'absent' },
    )
    for (const state of ['active', 'revoked'] as const)
      await registry.write(agents, tenant, { id: `agt_${state}_${i}`, state } as AgentDoc, { expect: 'absent' })
  }
  return registry
}

describe('The live agents that the stale breaker counts', () => {
  it('are those of all tenants, however many there are', async () => {
    expect(await createLiveAgents(await fleetOf(1_205))()).toBe(1_205)
  })

  it('are counted once for concurrent requests', async () => {
    const registry = await fleetOf(3)
    const { count } = registry
    let counts = 0
    registry.count = (...a) => {
      counts++
      return count(...a)
    }
    const live = createLiveAgents(registry)
    expect(await Promise.all([live(), live(), live()])).toEqual([3, 3, 3])
    expect(counts).toBe(3)
  })
})
