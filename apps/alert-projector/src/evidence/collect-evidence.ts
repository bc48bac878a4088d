import { deeperThan, type Keyring, mapLimited, PLATFORM_TENANT, TENANTS_AT_ONCE, type TenantId } from '@wardline/kernel'
import type { Delivery } from '@wardline/ports'
import { createRedactor, type Redactor } from '@wardline/redaction'
import type { RejectingSubscription, Verdict } from '@wardline/service-kit'
import canonicalize from 'canonicalize'
import { auditorProof } from './auditor-proof.ts'
import type { EvidenceChain } from './evidence-chain.ts'
import { type EvidenceFact, factOf } from './evidence-fact.ts'

/** Largest canonical JSON of one fact, in UTF-8 bytes. It keeps a head with a whole batch pending a small document. */
const MAX_FACT_BYTES = 8_192
const MAX_DEPTH = 8

/**
 * Events that prove something -> links in their tenants' chains. A fact that is too large or has no canonical form is
 * rejected.
 */
export function collectEvidence({
  chain,
  keyring,
}: {
  readonly chain: EvidenceChain
  readonly keyring: Keyring
}): RejectingSubscription['handle'] {
  // It only checks whether the policy would change anything, so it does not matter whose pseudonyms it makes.
  const redactor = createRedactor({
    tenantId: PLATFORM_TENANT,
    key: keyring.key(PLATFORM_TENANT, 'pseudonyms'),
    epoch: 1,
  })
  return async (batch, context) => {
    const facts = new Map<TenantId, Map<string, EvidenceFact>>()
    const outcomes = batch.map(delivery => gather(delivery, keyring, redactor, facts))
    await mapLimited(
      [...facts],
      async ([tenant, ofTenant]) => {
        await chain.append(tenant, [...ofTenant.values()])
        await context.heartbeat()
      },
      TENANTS_AT_ONCE,
    )
    return outcomes
  }
}

/** Adds the event's fact to its tenant's facts, once. */
function gather(
  { envelope }: Delivery,
  keyring: Keyring,
  redactor: Redactor,
  facts: Map<TenantId, Map<string, EvidenceFact>>,
): Verdict {
  const tenant = envelope.tenant_id
  const fact = factOf(envelope, keyring.key(tenant, 'ids'))
  if (!fact) return { drop: 'no_evidence' }
  const fault = faultOf(fact)
  if (fault) return { reject: fault }
  const ofTenant = facts.get(tenant) ?? new Map<string, EvidenceFact>()
  if (!ofTenant.has(fact.evidenceId)) ofTenant.set(fact.evidenceId, auditorProof(fact, redactor))
  facts.set(tenant, ofTenant)
  return 'ok'
}

function faultOf(fact: EvidenceFact): string | undefined {
  if (deeperThan(fact, MAX_DEPTH)) return 'evidence_too_deep'
  try {
    const text = canonicalize(fact) ?? ''
    return Buffer.byteLength(text) > MAX_FACT_BYTES ? 'evidence_too_large' : undefined
  } catch {
    return 'evidence_not_canonical'
  }
}
