import { type Cursors, type OperationHandler, tenantPrincipal } from '@wardline/http'
import type { Registry } from '@wardline/ports'
import { evidence } from '@wardline/registries'
import { listPage } from '@wardline/service-kit'
import { among, only, timeRange } from '../list-filters.ts'
import type { EvidenceChain } from './evidence-chain.ts'
import { evidenceBody } from './read-evidence.ts'

/**
 * `GET /auditor/evidence` in the order of the chain, newest first by default. Never shows a link whose predecessor is
 * still being written.
 */
export function listEvidence(ports: {
  readonly registry: Registry
  readonly cursors: Cursors
  readonly chain: EvidenceChain
}): OperationHandler<'listEvidence'> {
  return async request => {
    const { tenantId } = tenantPrincipal(request)
    const query = request.query
    return listPage(ports, request, tenantId, evidence, {
      where: {
        ...among('evidence_type', query.evidence_type),
        ...only('subject_id', query.subject_id),
        ...timeRange('collected_at', query),
        position: { lt: await ports.chain.frontier(tenantId) },
      },
      order: { by: 'position', direction: query.order ?? 'desc' },
      view: ({ doc }) => evidenceBody(doc),
    })
  }
}
