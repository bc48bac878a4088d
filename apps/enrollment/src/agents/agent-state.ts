import { rfc3339 } from '@wardline/kernel'
import type { AgentDoc } from '@wardline/registries'

/** How long an expired certificate may still send heartbeats and renew (docs/architecture.md#identity). */
const GRACE_MS = 90 * 86_400_000

/** An identity whose last certificate ended before this instant is stale. RFC 3339. */
export const staleBefore = (now: number): string => rfc3339(now - GRACE_MS)

/** The current state of an agent's identity. Silence alone never makes it stale. */
export function agentState(agent: Pick<AgentDoc, 'state' | 'valid_until'>, now: number): AgentDoc['state'] {
  return agent.state === 'active' && agent.valid_until < staleBefore(now) ? 'stale' : agent.state
}

/** Whether the agent may still speak for its machine. */
export const isLive = (agent: Pick<AgentDoc, 'state' | 'valid_until'>, now: number): boolean =>
  agentState(agent, now) === 'active'
