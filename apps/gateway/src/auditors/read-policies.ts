import type { OperationHandler } from '@wardline/http'
import { Problem } from '@wardline/kernel'
import { describePolicy, listPolicies } from '@wardline/redaction'

/** `GET /redaction-policies`: every version that this release knows, the active one first. */
export const listRedactionPolicies = (): OperationHandler<'listRedactionPolicies'> => async () => ({
  status: 200,
  body: { items: listPolicies(), next_cursor: null },
})

/** `GET /redaction-policies/{policy_id}`: what a policy does with each field, as data. */
export const readRedactionPolicy = (): OperationHandler<'readRedactionPolicy'> => async request => {
  const policy = describePolicy(request.params.policy_id ?? '')
  if (!policy) throw new Problem('not_found')
  return { status: 200, body: policy }
}
