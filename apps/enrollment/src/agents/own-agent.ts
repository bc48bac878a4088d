import type { OperationRequest } from '@wardline/http'
import { type AgentPrincipal, Problem } from '@wardline/kernel'

/**
 * The calling agent, if it is the one in the path. The gateway has judged its certificate. @throws Problem
 * `identity_mismatch`, `forbidden`.
 */
export function ownAgent({ principal, params }: OperationRequest): AgentPrincipal {
  if (principal.type !== 'agent') throw new Problem('forbidden')
  if (params.agent_id !== principal.id) throw new Problem('identity_mismatch')
  return principal
}
