import { derivedEnvelopeId, type Envelope, originEnvelope } from '@wardline/events'
import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { Problem, rfc3339, type TenantId } from '@wardline/kernel'
import { type AgentDoc, agents } from '@wardline/registries'
import { update } from '@wardline/service-kit'
import { type EnrollmentContext, idKey } from '../context.ts'
import { agentView } from './agent-view.ts'

/**
 * `POST /agents/{agent_id}/revoke`: its certificates are refused everywhere from now on. Idempotent: the first reason and
 * time stay. The reason is for operators. It is not in the evidence, because people write names into such fields.
 */
export const revokeAgent =
  (context: EnrollmentContext): OperationHandler<'revokeAgent'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const { reason } = request.body
    const now = context.clock.now()
    const { stored } = await update(context.registry, agents, tenantId, request.params.agent_id ?? '', current => {
      if (!current || current.doc.state === 'revoked') return undefined
      const doc: AgentDoc = {
        ...current.doc,
        state: 'revoked',
        renewal: null,
        revoked_at: rfc3339(now),
        revoked_reason: reason,
      }
      return { doc, emit: [revocationFact(idKey(context, tenantId), tenantId, doc, request.correlationId, now)] }
    })
    if (!stored) throw new Problem('not_found')
    return { status: 200, body: await agentView(context, tenantId, stored.doc), version: stored.version }
  }

function revocationFact(
  key: Uint8Array,
  tenantId: TenantId,
  agent: AgentDoc,
  correlationId: string,
  now: number,
): Envelope {
  return originEnvelope({
    kind: 'internal.evidence.fact',
    id: derivedEnvelopeId(key, agent.id, 'revocation'),
    tenantId,
    producer: 'enrollment',
    subject: { type: 'evidence_fact', id: agent.id },
    correlationId,
    now,
    payload: {
      evidence_type: 'revocation',
      subject: { type: 'agent', id: agent.id },
      summary: 'An agent identity was revoked.',
      controls: ['soc2:CC6.2', 'iso27001:A.5.18'],
      details: {
        agent_class: agent.agent_class,
        platform: agent.platform,
        serial_numbers: agent.certificates.map(c => c.serial_number),
      },
    },
  })
}
