import { derivedId } from '@wardline/kernel'
import type { EventView } from '../matching/event-view.ts'
import type { CorrelationRule } from '../rules/compile-rules.ts'
import type { SingleRule } from '../sigma/rule.ts'

const MAX_GROUP_VALUE = 1_024

/** The group in which a correlation counts an event. */
export interface EventGroup {
  readonly group: Record<string, string>
  /** Digest of the rule and the group values. Without the tenant's key it reveals nothing about them. */
  readonly groupKey: string
  /** The value that value_count counts. */
  readonly value: string | null
}

/**
 * The event's group in a correlation; undefined if it lacks a field to group by or to count. If a field has several
 * values, the first one counts.
 */
export function groupOf(
  correlation: CorrelationRule,
  base: SingleRule,
  reference: string,
  view: EventView,
  idKey: Uint8Array,
  ruleId: string,
): EventGroup | undefined {
  const fieldFor = (name: string): string => {
    const alias = Object.hasOwn(correlation.aliases, name) ? correlation.aliases[name]! : {}
    for (const known of [reference, base.metadata.name, base.metadata.sigmaId]) {
      if (known !== null && Object.hasOwn(alias, known)) return alias[known]!
    }
    return name
  }
  const read = (name: string): string | undefined => view.values(fieldFor(name)).texts[0]?.slice(0, MAX_GROUP_VALUE)
  const group: Record<string, string> = {}
  for (const name of correlation.groupBy) {
    const value = read(name)
    if (value === undefined) return undefined
    group[name] = value
  }
  const counted = correlation.fields.map(read)
  if (counted.includes(undefined)) return undefined
  const digest = derivedId('cor', idKey, 'group', ruleId, ...Object.entries(group).flat())
  return {
    group,
    groupKey: digest.slice('cor_'.length),
    value:
      counted.length === 0
        ? null
        : counted.length === 1
          ? counted[0]!
          : JSON.stringify(counted).slice(0, MAX_GROUP_VALUE),
  }
}
