import { pastPolicies } from './past/past-policies.ts'
import { type Policy, policyId } from './policy.ts'
import { standardPolicy } from './standard.ts'

/** All policies that any answer may name, newest first. */
const POLICIES: readonly Policy[] = [standardPolicy, ...pastPolicies]

/** Body of `GET /redaction-policies/{id}`. */
export interface PolicyDescription {
  readonly policy_id: string
  readonly name: string
  readonly version: number
  readonly description: string
  /** Whether answers are currently redacted by it. */
  readonly active: boolean
  readonly views: Policy['views']
  readonly list: Policy['list']
  readonly group_fields: Policy['groupFields']
  /** What values must be to be shown as they are. Since version 4. */
  readonly types?: NonNullable<Policy['types']>
  readonly detectors: Policy['detectors']
}

/** The policy with an id, undefined when there is none. */
export function describePolicy(id: string): PolicyDescription | undefined {
  return listPolicies().find(policy => policy.policy_id === id)
}

/** All policies, newest first. */
export function listPolicies(): readonly PolicyDescription[] {
  return POLICIES.map((policy, i) => ({
    policy_id: policyId(policy),
    name: policy.name,
    version: policy.version,
    description: policy.description,
    active: i === 0,
    views: policy.views,
    list: policy.list,
    group_fields: policy.groupFields,
    ...(policy.types && { types: policy.types }),
    detectors: policy.detectors,
  }))
}
