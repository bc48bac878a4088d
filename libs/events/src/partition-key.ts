import type { AnyEnvelope } from './envelope.ts'

/** Key of everything that happens to one log source. */
export const logSourceKey = (tenantId: string, logSourceId: string): string => `${tenantId}|${logSourceId}`

/** Key of everything that one group of a correlation counts. */
export const matchKey = (tenantId: string, ruleId: string, groupKey: string): string =>
  `${tenantId}|${ruleId}|${groupKey}`

/** Key of an event on its topic: tenant plus aggregate, the tenant alone for alerts. Events of one key keep their order. */
export function partitionKey(e: AnyEnvelope): string {
  switch (e.kind) {
    case 'log.source.registered':
    case 'log.event.received':
    case 'log.event.normalized':
      return logSourceKey(e.tenant_id, e.payload.log_source_id)
    case 'internal.detection.match':
      return matchKey(e.tenant_id, e.payload.rule_id, e.payload.group_key)
    case 'agent.macos.enrolled':
      return `${e.tenant_id}|${e.payload.agent_id}`
    case 'integration.mdm.sync_completed':
      return `${e.tenant_id}|${e.payload.connection_id}`
    case 'security.alert.created':
    case 'alert.created':
    case 'internal.evidence.fact':
      return e.tenant_id
  }
}
