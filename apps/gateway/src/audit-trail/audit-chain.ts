import { canonicalDigest, createDocumentChain, type DocumentChain } from '@wardline/chain'
import { type Clock, rfc3339, type TenantId } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import type { RedactorOf } from '@wardline/redaction'
import { type AuditRecordDoc, auditChains, auditRecords } from '@wardline/registries'

/** What is known about an act when it has ended. */
export type AuditFact = Pick<
  AuditRecordDoc,
  | 'id'
  | 'actor'
  | 'operation'
  | 'resource'
  | 'outcome'
  | 'status'
  | 'code'
  | 'request_id'
  | 'redaction_policy_id'
  | 'client_address'
  | 'reads'
> & { readonly tenantId: TenantId }

/** The members of an audit record that its digest covers, by their names in the API. */
export type DigestedAudit = Pick<
  AuditRecordDoc,
  | 'at'
  | 'actor'
  | 'operation'
  | 'resource'
  | 'outcome'
  | 'status'
  | 'code'
  | 'request_id'
  | 'redaction_policy_id'
  | 'client'
  | 'reads'
  | 'previous_digest'
> & { readonly audit_id: string }

/** The digest of a record, in either view. */
export const auditDigest = (r: DigestedAudit): string =>
  canonicalDigest({
    audit_id: r.audit_id,
    at: r.at,
    actor: r.actor,
    operation: r.operation,
    resource: r.resource,
    outcome: r.outcome,
    status: r.status,
    code: r.code,
    request_id: r.request_id,
    redaction_policy_id: r.redaction_policy_id,
    client: r.client,
    // Only records of reads have it, so the digests of all others are what they always were.
    ...(r.reads ? { reads: r.reads } : {}),
    previous_digest: r.previous_digest,
  })

/** A tenant's audit records as a chain: a record that was changed, removed or inserted is detected. */
export const createAuditChain = (ports: {
  readonly registry: Registry
  readonly clock: Clock
  readonly redactorFor: RedactorOf
}): DocumentChain<AuditFact> =>
  createDocumentChain<AuditFact, AuditRecordDoc>({
    registry: ports.registry,
    heads: auditChains,
    headId: 'audit',
    links: auditRecords,
    idOf: fact => fact.id,
    linkOf({ tenantId, ...fact }, position, previous_digest) {
      const covered = {
        ...fact,
        at: rfc3339(ports.clock.now()),
        client: ports.redactorFor(tenantId).pseudonym('ip', fact.client_address),
        previous_digest,
      }
      const { actor, resource } = fact
      const digest = auditDigest({ audit_id: fact.id, ...covered })
      return {
        ...covered,
        position,
        digest,
        actor_id: actor.id,
        resource_type: resource.type,
        resource_id: resource.id,
      }
    },
  })
