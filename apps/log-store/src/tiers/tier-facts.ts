import { derivedEnvelopeId, type Envelope, originEnvelope } from '@wardline/events'
import { type Keyring, newId, type TenantId } from '@wardline/kernel'

type Fact = Envelope<'internal.evidence.fact'>

export interface FactParts {
  readonly type: 'retention_move' | 'settings_change'
  readonly subject: { readonly type: string; readonly id: string }
  readonly summary: string
  readonly details: Fact['payload']['details']
  /**
   * Identifies the fact, so that it is the same event however often it is published. Another retention move has another
   * identity.
   */
  readonly once: readonly string[]
  readonly correlationId?: string
}

/** Evidence of what was done to a tenant's logs. Published again after a crash, it is the same event. */
export function tierFact(keyring: Keyring, tenantId: TenantId, now: number, parts: FactParts): Fact {
  return originEnvelope({
    id: derivedEnvelopeId(keyring.key(tenantId, 'ids'), 'tier', ...parts.once),
    kind: 'internal.evidence.fact',
    tenantId,
    producer: 'log-store',
    subject: { type: 'evidence_fact', id: parts.subject.id },
    correlationId: parts.correlationId ?? newId('cor'),
    now,
    payload: {
      evidence_type: parts.type,
      subject: parts.subject,
      summary: parts.summary,
      controls: [],
      details: parts.details,
    },
  })
}
