import { createHash } from 'node:crypto'
import { derivedEnvelopeId, type Envelope, originEnvelope } from '@wardline/events'
import { derivedId, rfc3339, type TenantId } from '@wardline/kernel'
import { type AgentDoc, agents } from '@wardline/registries'
import { update } from '@wardline/service-kit'
import { type EnrollmentContext, idKey } from '../context.ts'
import type { Fork } from './beat-trail.ts'

/** The sign that revealed it. `generation`: a certificate is still used long after its successor. */
export type CloneSign = Fork | 'generation'

export interface Suspicion {
  readonly sign: CloneSign
  readonly tenantId: TenantId
  readonly correlationId: string
}

/**
 * The flagged agent and its events: an alert for operators and evidence for auditors, once in the life of an identity.
 */
export interface Flagged {
  readonly doc: AgentDoc
  readonly emit: readonly Envelope[]
}

/** Never revokes, because a restored backup or a rolled-back snapshot looks the same. An operator decides. */
export function flagged(context: EnrollmentContext, agent: AgentDoc, suspicion: Suspicion): Flagged {
  if (agent.clone_suspected) return { doc: agent, emit: [] }
  return { doc: { ...agent, clone_suspected: true }, emit: cloneEvents(context, agent, suspicion) }
}

/** Flags the stored agent. */
export async function suspectClone(context: EnrollmentContext, agentId: string, suspicion: Suspicion): Promise<void> {
  await update(context.registry, agents, suspicion.tenantId, agentId, current => {
    if (!current || current.doc.clone_suspected || current.doc.state === 'revoked') return undefined
    return flagged(context, current.doc, suspicion)
  })
  context.log.warn({ agent_id: agentId, sign: suspicion.sign }, 'an agent identity seems to be used by two machines')
}

const TITLE = 'One agent identity used by two machines'
const CLONE_RULE = {
  rule_id: 'rul_agent_clone_suspected',
  sigma_id: null,
  title: TITLE,
  author: 'Wardline',
  license: 'Apache-2.0',
  version_hash: createHash('sha256').update('agent-clone-suspected/1').digest('hex'),
  level: 'high' as const,
  tags: ['attack.t1078', 'attack.t1552.004'],
}

function cloneEvents(context: EnrollmentContext, agent: AgentDoc, suspicion: Suspicion): readonly Envelope[] {
  const key = idKey(context, suspicion.tenantId)
  const now = context.clock.now()
  const at = rfc3339(now)
  const alertId = derivedId('alr', key, agent.id, 'clone_suspected')
  const common = {
    tenantId: suspicion.tenantId,
    producer: 'enrollment',
    correlationId: suspicion.correlationId,
    now,
  }
  const alert = originEnvelope({
    ...common,
    kind: 'security.alert.created',
    id: derivedEnvelopeId(key, agent.id, 'clone_suspected'),
    subject: { type: 'alert', id: alertId },
    payload: {
      alert_id: alertId,
      rule: CLONE_RULE,
      matched_conditions: [
        { selection: 'agent', field: 'agent_id', modifier: '', value: agent.id },
        { selection: 'sign', field: 'sign', modifier: '', value: suspicion.sign },
      ],
      log_event_refs: [],
      normalized_event_refs: [],
      source_log_ids: [],
      refs_truncated: false,
      asset_ids: agent.asset_id === null ? [] : [agent.asset_id],
      confidence: 'medium',
      severity: 'high',
      group: null,
      count: 1,
      first_event_at: at,
      last_event_at: at,
    },
  })
  const evidence = originEnvelope({
    ...common,
    kind: 'internal.evidence.fact',
    id: derivedEnvelopeId(key, agent.id, 'clone_suspected', 'evidence'),
    subject: { type: 'evidence_fact', id: agent.id },
    payload: {
      evidence_type: 'alert',
      subject: { type: 'agent', id: agent.id },
      summary: 'An agent identity was seen to be used by two machines. It was flagged and not revoked.',
      controls: ['soc2:CC7.2', 'iso27001:A.8.16'],
      details: { alert_id: alertId, sign: suspicion.sign, agent_class: agent.agent_class, asset_id: agent.asset_id },
    },
  })
  return [alert, evidence]
}
