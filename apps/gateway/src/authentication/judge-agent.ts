import type { AgentClass } from '@wardline/kernel'
import type { CertificateFacts } from '@wardline/pki'
import type { AgentCertificate, AgentDoc } from '@wardline/registries'

const DAY_MS = 86_400_000
/** How long after its expiry a certificate may still report and renew. */
export const GRACE_MS = 90 * DAY_MS
/** How long after its successor was first seen a certificate still counts. */
export const SUPERSEDED_MS = DAY_MS
/** How far ahead of ours an issuer's clock may be. */
export const SKEW_MS = 5 * 60_000
/** With the store down, how long ago an identity must have been verified to be accepted. */
export const REMEMBERED_MS = 60_000

/** What is known about a client certificate when a request comes with it. */
export interface AgentEvidence {
  readonly certificate: Pick<CertificateFacts, 'serialNumber' | 'notBefore' | 'notAfter' | 'clientAuth' | 'isAuthority'>
  /** `unreadable`: we cannot tell, for we could not read our own authorities. */
  readonly issuedByUs: boolean | 'unreadable'
  /** Whether its one SAN URI names an agent of our trust domain. */
  readonly namesAgent: boolean
  /** The agent that it names; undefined when a healthy store has none. */
  readonly agent: AgentDoc | undefined | 'unreadable'
  readonly tenant: 'active' | 'suspended' | 'unknown' | 'unreadable'
  /** When this very certificate was last accepted by a healthy store, if ever. */
  readonly verifiedAt: number | undefined
  readonly now: number
}

/**
 * The closed set of answers (design section 5). 401 and 403 make an agent stop for good, so only what a healthy store proves gets one:
 *
 * - `accepted`, and `renewal_only` in the grace after expiry; `remembered` stands in for the store for a minute
 * - 401 `identity_unknown`, 401 `identity_stale`, 403 `identity_revoked`
 * - 503 `identity_unresolved` (ours, but the registry does not know it), 503 `unavailable`
 */
export type Verdict =
  | { readonly kind: 'accepted' | 'renewal_only'; readonly agentClass: AgentClass; readonly renewalDue: boolean }
  | { readonly kind: 'remembered' }
  | {
      readonly kind: 'identity_unknown' | 'identity_stale' | 'identity_revoked' | 'identity_unresolved' | 'unavailable'
    }

/** Judges a client certificate. Pure: every request is judged anew, on open connections too. */
export function judgeAgent(evidence: AgentEvidence): Verdict {
  const { certificate, agent, tenant, now } = evidence
  if (evidence.issuedByUs === 'unreadable') return withoutStore(evidence)
  const genuine = evidence.issuedByUs && certificate.clientAuth && !certificate.isAuthority && evidence.namesAgent
  if (!genuine) return { kind: 'identity_unknown' }
  if (certificate.notBefore - SKEW_MS > now) return { kind: 'unavailable' }
  if (agent === 'unreadable' || tenant === 'unreadable') return withoutStore(evidence)
  if (!agent || tenant === 'unknown') return { kind: 'identity_unresolved' }
  if (agent.state === 'revoked') return { kind: 'identity_revoked' }
  const known = agent.certificates.find(c => c.serial_number === certificate.serialNumber)
  if (!known && !isOlderThanKept(agent, certificate)) return { kind: 'identity_unresolved' }
  if (agent.state === 'stale' || isSuperseded(known, now) || now > certificate.notAfter + GRACE_MS) {
    return { kind: 'identity_stale' }
  }
  if (tenant === 'suspended') return { kind: 'unavailable' }
  const expired = now > certificate.notAfter
  return {
    kind: expired ? 'renewal_only' : 'accepted',
    agentClass: agent.agent_class,
    renewalDue: expired || known === undefined || now >= Date.parse(known.renew_after),
  }
}

const withoutStore = ({ verifiedAt, now }: AgentEvidence): Verdict =>
  verifiedAt !== undefined && now - verifiedAt <= REMEMBERED_MS ? { kind: 'remembered' } : { kind: 'unavailable' }

/** The registry keeps an agent's newest certificates: one that is older than all of them was superseded long ago. */
function isOlderThanKept(agent: AgentDoc, certificate: AgentEvidence['certificate']): boolean {
  const [oldest] = agent.certificates
  return oldest !== undefined && certificate.notBefore < Date.parse(oldest.not_before)
}

const isSuperseded = (known: AgentCertificate | undefined, now: number): boolean =>
  known === undefined || (known.superseded_at !== null && now > Date.parse(known.superseded_at) + SUPERSEDED_MS)
