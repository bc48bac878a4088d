import type { AgentClass } from '@wardline/kernel'
import { DAY_MS } from '@wardline/kernel'
import type { CertificateFacts } from '@wardline/pki'
import type { AgentDoc } from '@wardline/registries'

/** How long after its certificate's expiry an agent may still report and renew. */
export const GRACE_MS = 90 * DAY_MS
/** How long a certificate stays valid after its successor was first seen. */
export const SUPERSEDED_MS = DAY_MS
/** How far ahead of ours an issuer's clock may be. */
export const SKEW_MS = 5 * 60_000
/** With the store down, how long ago an identity must have been verified to be accepted. */
export const REMEMBERED_MS = 60_000

/** What is known about the client certificate of a request. */
export interface AgentEvidence {
  readonly certificate: Pick<CertificateFacts, 'serialNumber' | 'notBefore' | 'notAfter' | 'clientAuth' | 'isAuthority'>
  /**
   * `unreadable`: unknown, because our own authorities could not be read. `forgotten`: issued by one of ours that the
   * store has lost.
   */
  readonly issuedByUs: boolean | 'unreadable' | 'forgotten'
  /** Whether its only SAN URI names an agent of our trust domain. */
  readonly namesAgent: boolean
  /** The agent that it names. Undefined if a healthy store has none, `removed` if it has a tombstone. */
  readonly agent: AgentDoc | undefined | 'removed' | 'unreadable'
  readonly tenant: 'active' | 'suspended' | 'unknown' | 'unreadable'
  /** When this certificate was last accepted with a healthy store, if ever. */
  readonly verifiedAt: number | undefined
  readonly now: number
}

/**
 * The closed set of verdicts (docs/architecture.md#answers-that-stop-an-agent). 401 and 403 make an agent stop for good,
 * so they are given only if a healthy store proves them:
 *
 * - `accepted`, and `renewal_only` in the grace period after expiry; `remembered` replaces the store for a minute
 * - 401 `identity_unknown`, 401 `identity_stale`, 403 `identity_revoked`
 * - 503 `identity_unresolved` (ours, but the registry does not know it), 503 `unavailable`
 */
export type Verdict =
  | { readonly kind: 'accepted' | 'renewal_only'; readonly agentClass: AgentClass; readonly renewalDue: boolean }
  | { readonly kind: 'remembered' }
  | {
      readonly kind: 'identity_unknown' | 'identity_stale' | 'identity_revoked' | 'identity_unresolved' | 'unavailable'
    }

/** Judges a client certificate. Pure: every request is judged again, even on an open connection. */
export function judgeAgent(evidence: AgentEvidence): Verdict {
  const { certificate, agent, tenant, now } = evidence
  if (evidence.issuedByUs === 'unreadable') return withoutStore(evidence)
  const genuine = evidence.issuedByUs && certificate.clientAuth && !certificate.isAuthority && evidence.namesAgent
  if (!genuine) return { kind: 'identity_unknown' }
  if (evidence.issuedByUs === 'forgotten') return { kind: 'identity_unresolved' }
  if (certificate.notBefore - SKEW_MS > now) return { kind: 'unavailable' }
  if (agent === 'unreadable' || tenant === 'unreadable') return withoutStore(evidence)
  if (agent === 'removed') return { kind: 'identity_unknown' }
  if (!agent || tenant === 'unknown') return { kind: 'identity_unresolved' }
  if (agent.state === 'revoked') return { kind: 'identity_revoked' }
  const known = agent.certificates.find(c => c.serial_number === certificate.serialNumber)
  const ended = agent.state === 'stale' || agent.state === 'superseded'
  if (ended || isSuperseded(agent, certificate, now) || now > certificate.notAfter + GRACE_MS) {
    return { kind: 'identity_stale' }
  }
  if (!known) return { kind: 'identity_unresolved' }
  if (tenant === 'suspended') return { kind: 'unavailable' }
  const expired = now > certificate.notAfter
  return {
    kind: expired ? 'renewal_only' : 'accepted',
    agentClass: agent.agent_class,
    renewalDue: expired || now >= Date.parse(known.renew_after),
  }
}

const withoutStore = ({ verifiedAt, now }: AgentEvidence): Verdict =>
  verifiedAt !== undefined && now - verifiedAt <= REMEMBERED_MS ? { kind: 'remembered' } : { kind: 'unavailable' }

/**
 * Whether a successor was seen long ago. The registry keeps only an agent's newest certificates. One that it no longer
 * lists counts as superseded if it is older than another superseded one.
 */
function isSuperseded(
  agent: AgentDoc,
  { serialNumber, notBefore }: AgentEvidence['certificate'],
  now: number,
): boolean {
  return agent.certificates.some(
    c =>
      c.superseded_at !== null &&
      now > Date.parse(c.superseded_at) + SUPERSEDED_MS &&
      (c.serial_number === serialNumber || notBefore + SKEW_MS < Date.parse(c.not_before)),
  )
}
