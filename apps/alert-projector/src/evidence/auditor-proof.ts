import type { Redactor } from '@wardline/redaction'
import canonicalize from 'canonicalize'
import type { EvidenceFact } from './evidence-fact.ts'

/**
 * The fact without whatever the policy would change for an auditor, so that its digest is the same for everybody who reads it. Facts hold
 * ids, counts, codes and settings, which stay; a text that looks personal or secret is left out, and `withheld` says how many members were.
 */
export function auditorProof(fact: EvidenceFact, redactor: Redactor): EvidenceFact {
  const unchanged = (record: Record<string, unknown>): boolean =>
    canonicalize(redactor.redact('evidence', record)) === canonicalize(record)
  // As nearly every fact is: looked at as a whole, it costs a tenth of what its members do one by one.
  if (unchanged({ summary: fact.summary, details: fact.details })) return fact
  const members = Object.entries(fact.details)
  const kept = members.filter(([name, value]) => unchanged({ details: { [name]: value } }))
  const withheld = members.length - kept.length
  return {
    ...fact,
    summary: unchanged({ summary: fact.summary }) ? fact.summary : `Evidence of type ${fact.evidenceType}.`,
    details: { ...Object.fromEntries(kept), ...(withheld > 0 ? { withheld } : {}) },
  }
}
