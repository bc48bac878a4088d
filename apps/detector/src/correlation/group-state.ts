import { derivedId } from '@wardline/kernel'
import type { CorrelationGroupDoc } from '@wardline/registries'
import type { CorrelationRule } from '../rules/compile-rules.ts'
import { type Counted, satisfiedWindows } from './windows.ts'

/** A group is forgotten this long after its last event could still count. */
const KEPT_MS = 3_600_000

/** A new version of a rule counts from nothing. */
export const groupId = (idKey: Uint8Array, ruleId: string, hash: string, groupKey: string): string =>
  derivedId('cor', idKey, 'state', ruleId, hash, groupKey)

/** The document of a group that holds `counted`: it says by itself whether a window waits for the watermark. */
export function groupDocument(
  identity: Pick<CorrelationGroupDoc, 'id' | 'rule_id' | 'version_hash' | 'group_key' | 'group'>,
  rule: CorrelationRule,
  counted: Counted,
  before: CorrelationGroupDoc | undefined,
  now: number,
): CorrelationGroupDoc {
  const [next] = satisfiedWindows(rule, counted, Number.POSITIVE_INFINITY, 1)
  const waitingFor = next ? next.at(-1)!.t : null
  const stillTheSame = before?.waiting === true && before.waiting_for === waitingFor
  return {
    ...identity,
    events: counted.events,
    fired: counted.fired,
    waiting: waitingFor !== null,
    waiting_for: waitingFor,
    waiting_since: waitingFor === null ? null : stillTheSame ? before.waiting_since : now,
    expires_at: now + rule.timespanMs + KEPT_MS,
  }
}

/** The part of a document that names its group. */
export const identityOf = ({ id, rule_id, version_hash, group_key, group }: CorrelationGroupDoc) => ({
  id,
  rule_id,
  version_hash,
  group_key,
  group,
})
