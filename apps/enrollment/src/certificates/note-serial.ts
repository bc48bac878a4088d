import { rfc3339 } from '@wardline/kernel'
import type { AgentDoc } from '@wardline/registries'

/**
 * What the showing of a certificate changes: everything issued before it is superseded from now on, and a renewal that led to it is done.
 * @returns the same object when nothing does.
 */
export function noteSerial(agent: AgentDoc, serialNumber: string, now: number): AgentDoc {
  const shown = agent.certificates.findIndex(c => c.serial_number === serialNumber)
  const supersedes = agent.certificates.some((c, i) => i < shown && c.superseded_at === null)
  const completes = agent.renewal?.serial_number === serialNumber
  if (!supersedes && !completes) return agent
  return {
    ...agent,
    renewal: completes ? null : agent.renewal,
    certificates: agent.certificates.map((c, i) =>
      i < shown && c.superseded_at === null ? { ...c, superseded_at: rfc3339(now) } : c,
    ),
  }
}
