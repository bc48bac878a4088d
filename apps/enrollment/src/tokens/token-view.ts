import type { View } from '@wardline/api'
import { rfc3339 } from '@wardline/kernel'
import type { Stored } from '@wardline/ports'
import type { EnrollmentTokenDoc } from '@wardline/registries'

/** An enrolment token as operators see it: never the token itself, and of its exchange only the agent. */
export function tokenView({ doc, version }: Stored<EnrollmentTokenDoc>, now: number): View<'EnrollmentToken'> {
  return {
    token_id: doc.id,
    agent_class: doc.agent_class,
    state: doc.state === 'unused' && doc.expires_at <= rfc3339(now) ? 'expired' : doc.state,
    label: doc.label,
    agent_id: doc.claim?.agent_id ?? null,
    expires_at: doc.expires_at,
    created_at: doc.created_at,
    created_by: doc.created_by,
    version,
  }
}
