import { derivedEnvelopeId, type Envelope, originEnvelope } from '@wardline/events'
import type { TenantId } from '@wardline/kernel'
import type { EnrollmentClaim, EnrollmentTokenDoc } from '@wardline/registries'
import { receiptOf } from '../receipts/enrollment-receipt.ts'
import type { ReceiptKey } from '../receipts/receipt-key.ts'

/**
 * The events of a finished enrolment: the evidence fact, and for a Mac `agent.macos.enrolled`. Their ids are derived from
 * the agent's, so they are the same whoever finishes the exchange.
 */
export function enrollmentEvents(
  { idKey, receiptKey }: { readonly idKey: Uint8Array; readonly receiptKey: ReceiptKey },
  tenantId: TenantId,
  token: EnrollmentTokenDoc,
  claim: EnrollmentClaim,
  now: number,
): Envelope[] {
  const common = {
    tenantId,
    producer: 'enrollment',
    correlationId: claim.correlation_id,
    occurredAt: claim.claimed_at,
    now,
  }
  const evidence = originEnvelope({
    ...common,
    kind: 'internal.evidence.fact',
    id: derivedEnvelopeId(idKey, claim.agent_id, 'enrollment'),
    subject: { type: 'evidence_fact', id: claim.agent_id },
    payload: {
      evidence_type: 'enrollment',
      subject: { type: 'agent', id: claim.agent_id },
      summary: 'An agent was enrolled and given a client certificate.',
      controls: ['soc2:CC6.1', 'iso27001:A.5.16'],
      details: {
        agent_class: token.agent_class,
        platform: claim.platform,
        token_id: token.id,
        serial_number: claim.serial_number,
        not_after: claim.not_after,
        ...receiptOf(receiptKey, tenantId, token, claim),
      },
    },
  })
  if (claim.platform !== 'darwin' || token.agent_class !== 'endpoint') return [evidence]
  const enrolled = originEnvelope({
    ...common,
    kind: 'agent.macos.enrolled',
    id: derivedEnvelopeId(idKey, claim.agent_id, 'agent.macos.enrolled'),
    subject: { type: 'agent', id: claim.agent_id },
    payload: {
      agent_id: claim.agent_id,
      asset_id: null,
      agent_class: 'endpoint',
      platform: 'darwin',
      os_version: claim.os_version,
      agent_version: versionOf(claim.agent_version),
      serial_number: claim.serial_number,
      not_after: claim.not_after,
      enrolled_at: claim.claimed_at,
    },
  })
  return [enrolled, evidence]
}

/** What an agent calls its version, if it has the form of one: nothing else that an agent writes goes to a topic. */
const versionOf = (text: string | null): string | null =>
  text !== null && /^\d{1,6}(?:\.\d{1,6}){1,3}(?:-(?:alpha|beta|rc)(?:\.?\d{1,4})?)?$/.test(text) ? text : null
