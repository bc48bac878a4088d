import type { View } from '@wardline/api'
import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { Problem } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { type EvidenceDoc, evidence } from '@wardline/registries'

/** `GET /compliance-evidence/{evidence_id}`: a record with its details. @throws Problem `not_found`. */
export function readEvidence({ registry }: { readonly registry: Registry }): OperationHandler<'readEvidence'> {
  return async request => {
    const stored = await registry.read(evidence, tenantPrincipal(request).tenantId, request.params.evidence_id ?? '')
    if (!stored) throw new Problem('not_found')
    return { status: 200, body: { ...evidenceBody(stored.doc), details: stored.doc.details }, version: stored.version }
  }
}

/** A record as it is listed, with everything that its digest covers. */
export function evidenceBody(doc: EvidenceDoc): View<'Evidence'> {
  return {
    evidence_id: doc.id,
    evidence_type: doc.evidence_type,
    subject: doc.subject,
    summary: doc.summary,
    collected_at: doc.collected_at,
    controls: doc.controls,
    details_digest: doc.details_digest,
    digest: doc.digest,
    previous_digest: doc.previous_digest,
  }
}
