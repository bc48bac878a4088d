import { rfc3339 } from '@wardline/kernel'
import type { AgentDoc } from '@wardline/registries'

/**
 * The changes after the first use of a certificate: all earlier ones are superseded from now on, and the renewal that
 * issued it is done. @returns the same object if nothing changes
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
