import { canonicalDigest, createHistory, type History, type HistoryPorts } from '@wardline/chain'
import { type EvidenceDoc, evidence, evidenceCheckpoints, evidenceHistories, evidenceTiles } from '@wardline/registries'
import type { EvidenceChain } from './evidence-chain.ts'
import { evidenceDigest } from './evidence-digest.ts'

/** Each tenant's evidence as a transparency log (docs/transparency.md). */
export const createEvidenceHistory = (
  ports: Omit<HistoryPorts<EvidenceDoc>, 'kind'> & { readonly chain: EvidenceChain },
): History<EvidenceDoc> =>
  createHistory({
    ...ports,
    kind: {
      name: 'evidence',
      links: evidence,
      states: evidenceHistories,
      tiles: evidenceTiles,
      checkpoints: evidenceCheckpoints,
      frontier: tenant => ports.chain.frontier(tenant),
      digestOf: (_tenant, doc) =>
        doc.subject_id === doc.subject.id && canonicalDigest(doc.details) === doc.details_digest
          ? evidenceDigest({ evidence_id: doc.id, ...doc })
          : undefined,
    },
  })
