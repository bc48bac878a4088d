import { Problem } from '@wardline/kernel'
import type { OperationRequest } from './operation.ts'

/** The entity tag of a record's version: version 3 is `"3"` (RFC 9110 section 8.8.3, strong). */
export const etagOf = (version: number): string => `"${version}"`

/**
 * Allows a change only if its caller has seen `version` (RFC 9110 section 13.1.1). `*` stands for any version; weak
 * tags never match.
 * @throws Problem 428 `precondition_required` without If-Match, 412 `precondition_failed` when none of its tags is the
 * version's.
 */
export function requireIfMatch(request: Pick<OperationRequest, 'ifMatch'>, version: number): void {
  if (request.ifMatch === undefined) throw new Problem('precondition_required')
  const tags = request.ifMatch.split(',').map(tag => tag.trim())
  if (!tags.includes('*') && !tags.includes(etagOf(version))) throw new Problem('precondition_failed')
}
