import { derivedId } from '@wardline/kernel'
import type { CorrelationGroupDoc } from '@wardline/registries'
import type { CorrelationRule } from '../rules/compile-rules.ts'
import { type Counted, satisfiedWindows } from './windows.ts'

/** A group is deleted this long after its last event could still count. */
const KEPT_MS = 3_600_000

/** The group's id. It includes the version, so a new version of a rule starts counting from zero. */
export const groupId = (idKey: Uint8Array, ruleId: string, hash: string, groupKey: string): string =>
  derivedId('cor', idKey, 'state', ruleId, hash, groupKey)

/** The document of a group with the events in `counted`. It records whether a window waits for the watermark. */
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

/** The members of a document that identify its group. */
export const identityOf = ({ id, rule_id, version_hash, group_key, group }: CorrelationGroupDoc) => ({
  id,
  rule_id,
  version_hash,
  group_key,
  group,
})
