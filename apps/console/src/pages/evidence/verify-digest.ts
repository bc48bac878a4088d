import canonicalize from 'canonicalize'

/** The result of checking a record. */
export interface Verdict {
  readonly record: boolean
  readonly details: boolean
}

const COVERED = [
  'evidence_id',
  'evidence_type',
  'subject',
  'summary',
  'collected_at',
  'controls',
  'details_digest',
  'previous_digest',
] as const

async function digestOf(value: unknown): Promise<string> {
  const text = canonicalize(value) ?? ''
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}

/** Checks an evidence record as described under `listEvidence` in the API, with the browser's cryptography. */
export async function verifyEvidence(record: Readonly<Record<string, unknown>>): Promise<Verdict> {
  const covered = Object.fromEntries(COVERED.map(name => [name, record[name]]))
  return {
    record: (await digestOf(covered)) === record.digest,
    details: (await digestOf(record.details)) === record.details_digest,
  }
}
