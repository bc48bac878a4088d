import { createHistory, type History, type HistoryPorts } from '@wardline/chain'
import { tenantRedactors } from '@wardline/redaction'
import { type AuditRecordDoc, auditCheckpoints, auditHistories, auditRecords, auditTiles } from '@wardline/registries'
import { auditDigest, createAuditChain } from './audit-chain.ts'

/** The audit records of each tenant as a transparency log (docs/transparency.md). */
export function createAuditHistory(ports: Omit<HistoryPorts<AuditRecordDoc>, 'kind'>): History<AuditRecordDoc> {
  const chain = createAuditChain({ ...ports, redactorFor: tenantRedactors(ports.keyring) })
  return createHistory({
    ...ports,
    kind: {
      name: 'audit',
      links: auditRecords,
      states: auditHistories,
      tiles: auditTiles,
      checkpoints: auditCheckpoints,
      frontier: tenant => chain.frontier(tenant),
      digestOf: (_tenant, doc) => (copiesAgree(doc) ? auditDigest({ audit_id: doc.id, ...doc }) : undefined),
    },
  })
}

/** Lists filter by the record's own content. Otherwise a record could be valid and still be hidden from a list. */
const copiesAgree = ({ actor, resource, actor_id, resource_type, resource_id }: AuditRecordDoc): boolean =>
  actor.id === actor_id && resource.type === resource_type && resource.id === resource_id
