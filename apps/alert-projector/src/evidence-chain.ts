import { type Clock, rfc3339, type TenantId } from '@wardline/kernel'
import type { Registry, Stored } from '@wardline/ports'
import { type EvidenceChainDoc, type EvidenceDoc, evidence, evidenceChains } from '@wardline/registries'
import { CONTENDED, mapLimited, untilHeld } from './concurrency.ts'
import { canonicalDigest, evidenceDigest } from './evidence-digest.ts'
import type { EvidenceFact } from './evidence-fact.ts'

const HEAD = 'evidence'

/** A tenant's chain of evidence: each link holds the digest of the one before (docs/adr/). */
export interface EvidenceChain {
  /** Adds the facts that are not in the chain yet, in their order. The head is written first, with the links in full, so a crash loses none and doubles none. */
  append(tenant: TenantId, facts: readonly EvidenceFact[]): Promise<void>
  /** Writes what a crash left pending. */
  finish(tenant: TenantId): Promise<void>
  /** Every link at a lower position can be read. */
  frontier(tenant: TenantId): Promise<number>
}

export function createEvidenceChain({
  registry,
  clock,
}: {
  readonly registry: Registry
  readonly clock: Clock
}): EvidenceChain {
  const readHead = (tenant: TenantId) => registry.read(evidenceChains, tenant, HEAD)

  async function writePending(tenant: TenantId, head: Stored<EvidenceChainDoc>): Promise<void> {
    // Conflicts: the link is there already, the same to the letter, for it was made once and kept in the head.
    await mapLimited(head.doc.pending, link => registry.write(evidence, tenant, link, { expect: 'absent' }))
    await registry.write(evidenceChains, tenant, { ...head.doc, pending: [] }, { expect: head.version })
  }

  return {
    async append(tenant, facts) {
      await untilHeld('evidence chain', async () => {
        const head = await readHead(tenant)
        if (head && head.doc.pending.length > 0) {
          await writePending(tenant, head)
          return CONTENDED
        }
        // The head is read before the links: whoever appends in between changes it, and the write fails.
        const known = await mapLimited(facts, f => registry.read(evidence, tenant, f.evidenceId))
        const fresh = facts.filter((_, i) => known[i] === undefined)
        if (fresh.length === 0) return
        const doc = extended(head?.doc, fresh, rfc3339(clock.now()))
        const result = await registry.write(evidenceChains, tenant, doc, { expect: head?.version ?? 'absent' })
        if (!result.ok) return CONTENDED
        await writePending(tenant, { doc, version: result.version })
      })
    },

    async finish(tenant) {
      const head = await readHead(tenant)
      if (head && head.doc.pending.length > 0) await writePending(tenant, head)
    },

    async frontier(tenant) {
      const head = (await readHead(tenant))?.doc
      return head?.pending[0]?.position ?? (head?.position ?? 0) + 1
    },
  }
}

function extended(
  head: EvidenceChainDoc | undefined,
  facts: readonly EvidenceFact[],
  collectedAt: string,
): EvidenceChainDoc {
  let { position, digest } = head ?? { position: 0, digest: null }
  const pending = facts.map((fact): EvidenceDoc => {
    const link = linkOf(fact, ++position, digest, collectedAt)
    digest = link.digest
    return link
  })
  return { id: HEAD, position, digest, pending }
}

function linkOf(fact: EvidenceFact, position: number, previousDigest: string | null, collectedAt: string): EvidenceDoc {
  const covered = {
    evidence_type: fact.evidenceType,
    subject: fact.subject,
    summary: fact.summary,
    collected_at: collectedAt,
    controls: fact.controls,
    details_digest: canonicalDigest(fact.details),
    previous_digest: previousDigest,
  }
  return {
    id: fact.evidenceId,
    position,
    ...covered,
    subject_id: fact.subject.id,
    details: fact.details,
    digest: evidenceDigest({ evidence_id: fact.evidenceId, ...covered }),
  }
}
