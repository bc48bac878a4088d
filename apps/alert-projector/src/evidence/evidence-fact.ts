import type { AnyEnvelope } from '@wardline/events'
import { derivedId } from '@wardline/kernel'
import type { EvidenceType } from '@wardline/registries'

/** What an event proves, before it becomes a link in the chain. */
export interface EvidenceFact {
  /** Always the same for the same fact, whichever event reports it and however often. */
  readonly evidenceId: string
  readonly evidenceType: EvidenceType
  readonly subject: { readonly type: string; readonly id: string }
  readonly summary: string
  readonly controls: readonly string[]
  readonly details: Readonly<Record<string, unknown>>
}

/** Event kinds that create evidence. */
export const EVIDENCE_KINDS = [
  'alert.created',
  'integration.mdm.sync_completed',
  'agent.macos.enrolled',
  'internal.evidence.fact',
] as const

/** Controls that a type of evidence supports, if the fact names none: SOC 2 criteria and ISO/IEC 27001:2022 Annex A. */
const CONTROLS: Readonly<Record<string, readonly string[]>> = {
  alert: ['soc2:CC7.2', 'soc2:CC7.3', 'iso27001:A.8.16'],
  mdm_sync: ['soc2:CC6.8', 'iso27001:A.8.1'],
  enrollment: ['soc2:CC6.1', 'iso27001:A.5.16'],
  revocation: ['soc2:CC6.2', 'iso27001:A.5.18'],
  retention_move: ['soc2:CC7.2', 'iso27001:A.8.15'],
  rule_change: ['soc2:CC8.1', 'iso27001:A.8.32'],
  policy_change: ['soc2:CC8.1', 'iso27001:A.8.11'],
  settings_change: ['soc2:CC8.1', 'iso27001:A.8.9'],
  ticket_closure: ['soc2:CC7.4', 'iso27001:A.5.26'],
}

/**
 * The fact that an event proves, or undefined. Contains only ids, counts, codes, settings and fixed sentences, nothing
 * that a rule's author, an agent or an operator typed.
 */
export function factOf(envelope: AnyEnvelope, idKey: Uint8Array): EvidenceFact | undefined {
  const parts = partsOf(envelope)
  if (!parts) return undefined
  const { sameAs = [envelope.id], controls = [], ...fact } = parts
  return {
    ...fact,
    evidenceId: derivedId('evd', idKey, ...sameAs),
    controls: controls.length > 0 ? controls : (CONTROLS[fact.evidenceType] ?? []),
    details: { occurred_at: envelope.occurred_at, correlation_id: envelope.correlation_id, ...fact.details },
  }
}

interface Parts extends Omit<EvidenceFact, 'evidenceId' | 'controls'> {
  readonly controls?: readonly string[]
  /** Identifies events that report the same fact. Defaults to the envelope's id. */
  readonly sameAs?: readonly string[]
}

function partsOf(envelope: AnyEnvelope): Parts | undefined {
  switch (envelope.kind) {
    case 'alert.created':
      return alertParts(envelope.payload)
    case 'integration.mdm.sync_completed': {
      const { sync_run_id, connection_id, provider, state, error_code, counts, started_at, finished_at } =
        envelope.payload
      return {
        evidenceType: 'mdm_sync',
        subject: { type: 'mdm_sync_run', id: sync_run_id },
        summary: `A device-management sync ended with state ${state} after ${counted(counts.seen, 'device')}.`,
        details: { connection_id, provider, state, error_code, counts, started_at, finished_at },
      }
    }
    case 'internal.evidence.fact': {
      const { evidence_type, subject, summary, controls, details } = envelope.payload
      return {
        evidenceType: evidence_type,
        subject,
        summary,
        controls,
        details,
        // An agent has one such fact, whichever event reports it.
        ...(evidence_type === 'enrollment' ? { sameAs: ['enrollment', subject.id] } : {}),
      }
    }
    default:
      return undefined
  }
}

function alertParts(payload: Extract<AnyEnvelope, { kind: 'alert.created' }>['payload']): Parts {
  const { alert_id, rule, severity, confidence, count, sequence, ticket_id, first_event_at, last_event_at } = payload
  return {
    evidenceType: 'alert',
    subject: { type: 'alert', id: alert_id },
    summary: `A detection rule raised an alert of ${severity} severity over ${counted(count, 'event')}.`,
    details: {
      sequence,
      rule_id: rule.rule_id,
      severity,
      confidence,
      count,
      first_event_at,
      last_event_at,
      ticket_id,
      source_log_ids: payload.source_log_ids,
    },
  }
}

const counted = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`
