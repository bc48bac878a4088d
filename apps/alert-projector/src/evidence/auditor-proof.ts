import type { Redactor } from '@wardline/redaction'
import canonicalize from 'canonicalize'
import type { EvidenceFact } from './evidence-fact.ts'

/**
 * The fact without anything that the policy would change for an auditor, so that its digest is the same for every
 * reader. Ids, counts, codes and settings stay. A text that looks personal or secret is left out, and `withheld` counts
 * the members left out.
 */
export function auditorProof(fact: EvidenceFact, redactor: Redactor): EvidenceFact {
  const unchanged = (record: Record<string, unknown>): boolean =>
    canonicalize(redactor.redact('evidence', record)) === canonicalize(record)
  // This is true of nearly every fact. Checking the whole costs a tenth of checking each member.
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
