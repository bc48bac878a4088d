import type { View } from '@wardline/api'
import type { TenantId } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { type AgentDoc, assets, enrollmentTokens } from '@wardline/registries'
import type { ServicePorts } from '@wardline/service-kit'
import { agentState } from './agent-state.ts'

/**
 * An agent as the API returns it (openapi/enrollment.yaml). Heartbeats write only the asset, so `last_seen_at` comes
 * from there.
 */
export async function agentView(
  { registry, clock }: Pick<ServicePorts, 'registry' | 'clock'>,
  tenant: TenantId,
  agent: AgentDoc,
): Promise<View<'Agent'>> {
  const asset = agent.asset_id === null ? undefined : await registry.read(assets, tenant, agent.asset_id)
  const source = asset?.doc.sources.find(s => s.type === 'agent' && s.id === agent.id)
  const newest = agent.certificates.at(-1)
  return {
    agent_id: agent.id,
    agent_class: agent.agent_class,
    state: (await isPending(registry, tenant, agent)) ? 'pending' : agentState(agent, clock.now()),
    platform: agent.platform,
    os_version: agent.os_version,
    agent_version: agent.agent_version,
    hostname: agent.hostname,
    serial_number: newest?.serial_number ?? null,
    not_after: newest?.not_after ?? null,
    last_seen_at: source?.last_seen_at ?? agent.last_seen_at,
    enrolled_at: agent.enrolled_at,
    clone_suspected: agent.clone_suspected,
    asset_id: agent.asset_id,
    possible_duplicate_of: agent.possible_duplicate_of,
  }
}

/**
 * Its exchange has claimed the token but not yet stored the certificate, because of a crash. A retry or the sweeper
 * continues.
 */
async function isPending(registry: Registry, tenant: TenantId, agent: AgentDoc): Promise<boolean> {
  if (agent.last_seen_at !== null || agent.state !== 'active') return false
  return (await registry.read(enrollmentTokens, tenant, agent.token_id))?.doc.state === 'claimed'
}
