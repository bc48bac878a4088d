import type { Envelope } from '@wardline/events'
import { mapLimited, type TenantId } from '@wardline/kernel'
import type { Delivery } from '@wardline/ports'
import { type CorrelationEvent, correlationGroups } from '@wardline/registries'
import { type AcceptingSubscription, type ServicePorts, update } from '@wardline/service-kit'
import { createOpener } from '../open-delivered.ts'
import type { CorrelationRule } from '../rules/compile-rules.ts'
import type { RulesByTenant } from '../rules/tenant-rules.ts'
import { withinBounds } from './bounds.ts'
import { groupDocument, groupId } from './group-state.ts'
import type { WaitingGroups } from './waiting-groups.ts'
import { addEvents } from './windows.ts'

type Match = Envelope<'internal.detection.match'>
/** Groups of a batch that are written in parallel. */
const PARALLEL = 8
/** How much older than a group's newest event another event may be and still share a window with events to come. */
const LATE_MS = 60_000

/**
 * Stage 2, first half: adds matches to the documents of their groups, each event once. Nothing fires here; a group with
 * a satisfied window is added to the waiting groups.
 */
export function countMatches(
  ports: Pick<ServicePorts, 'registry' | 'clock' | 'keyring' | 'metrics' | 'log'>,
  rules: RulesByTenant,
  waiting: WaitingGroups,
): AcceptingSubscription {
  const { registry, clock, keyring, metrics, log } = ports

  const addToGroup = async (matches: readonly Match[]): Promise<void> => {
    const { tenant_id: tenant, payload } = matches[0]!
    const rule = await knownRule(matches)
    if (!rule) return
    const id = groupId(keyring.key(tenant, 'ids'), payload.rule_id, rule.hash, payload.group_key)
    const { stored, lost } = await store(tenant, id, rule, matches)
    if (stored?.waiting) waiting.add({ tenant, id, ruleId: stored.rule_id, groupKey: stored.group_key })
    if (lost > 0) {
      metrics.count('correlation_events_lost_total', {}, lost)
      log.warn({ rule_id: payload.rule_id, lost }, 'a correlation group is at its bound and has dropped events')
    }
  }
  /**
   * @returns undefined if the rule is disabled, or has changed since the match was made. The new version counts on its
   * own.
   */
  const knownRule = async (matches: readonly Match[]): Promise<CorrelationRule | undefined> => {
    const { tenant_id: tenant, payload } = matches[0]!
    const find = async (since?: number): Promise<CorrelationRule | undefined> => {
      const rule = (await rules.of(tenant, since)).correlation(payload.rule_id)
      return rule?.hash === payload.version_hash ? rule : undefined
    }
    return (await find()) ?? find(Math.max(...matches.map(match => Date.parse(match.emitted_at))))
  }
  const store = async (tenant: TenantId, id: string, rule: CorrelationRule, matches: readonly Match[]) => {
    const { stored, result } = await update(registry, correlationGroups, tenant, id, current => {
      const before = current?.doc
      const added = addEvents(rule, before ?? { events: [], fired: [] }, matches.map(eventOf))
      if (before && added.events === before.events) return { result: 0 }
      const newest = added.events.at(-1)?.t ?? 0
      const bounded = withinBounds(rule, added, newest - LATE_MS)
      const { rule_id, version_hash, group_key, group } = matches[0]!.payload
      const identity = { id, rule_id, version_hash, group_key, group: group as Record<string, string> }
      return { doc: groupDocument(identity, rule, bounded.counted, before, clock.now()), result: bounded.lost }
    })
    return { stored: stored?.doc, lost: result }
  }

  return {
    group: 'detector.correlate',
    kinds: ['internal.detection.match'],
    rejections: 'none',
    onProgress: progress => waiting.progress(progress),
    async handle(batch, { heartbeat }) {
      const opener = createOpener(ports)
      const matches = batch.flatMap(delivery => (isMatch(delivery) ? (opener.open(delivery) ?? []) : []))
      await mapLimited(
        [...byGroup(matches).values()],
        async matches => {
          await addToGroup(matches)
          await heartbeat()
        },
        PARALLEL,
      )
      return opener.outcomes(batch)
    },
  }
}

const isMatch = (delivery: Delivery): delivery is Delivery & { envelope: Match } =>
  delivery.envelope.kind === 'internal.detection.match'

function byGroup(matches: readonly Match[]): Map<string, Match[]> {
  const groups = new Map<string, Match[]>()
  for (const envelope of matches) {
    const { rule_id, version_hash, group_key } = envelope.payload
    const key = [envelope.tenant_id, rule_id, version_hash, group_key].join('|')
    const group = groups.get(key)
    if (group) group.push(envelope)
    else groups.set(key, [envelope])
  }
  return groups
}

const eventOf = ({ payload, correlation_id, causation_id, id }: Match): CorrelationEvent => ({
  id: payload.event_id,
  t: Date.parse(payload.event_time),
  src: payload.log_source_id,
  ast: payload.asset_id,
  v: payload.value,
  b: payload.base_rule,
  cor: correlation_id,
  env: causation_id ?? id,
})
