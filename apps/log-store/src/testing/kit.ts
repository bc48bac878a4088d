import { epochMark, rfc3339, SEVERITIES, severityFromId, type TenantId } from '@wardline/kernel'
import { eventItem } from '@wardline/log-event'
import { tenantRedactors } from '@wardline/redaction'
import { type MemoryOptions, memoryPorts, operationCaller, TENANT } from '@wardline/service-kit/testing'
import type { LogStoreSettings } from '../log-store-settings.ts'
import { createLogStore } from '../service.ts'

export { as, codeOf, OTHER_TENANT, TENANT } from '@wardline/service-kit/testing'

/** The parts of a test's log event that vary; the rest is the same for all. */
export interface SampleEvent {
  readonly name: string
  readonly tenant?: TenantId
  readonly at?: string
  /** The text before redaction. */
  readonly text: string
  readonly user?: string
  readonly ip?: string
  readonly host?: string
  readonly category?: string
  readonly eventType?: string
  readonly severityId?: number
  readonly source?: string
  readonly asset?: string
}

/**
 * The service with in-memory engines, and events in its index as the normalizer stores them, with a redacted summary.
 */
export function createKit({ throughIndex, archive, ...settings }: MemoryOptions & Partial<LogStoreSettings> = {}) {
  const through = { ...(throughIndex && { throughIndex }), ...(archive && { archive }) }
  const { clock, bus, memory, index, ports, rotatePseudonyms } = memoryPorts('log-store', through)
  const service = createLogStore(ports, settings)
  const redactorOf = tenantRedactors(ports.keyring)
  return {
    clock,
    bus,
    memory,
    index,
    ports,
    redactorOf,
    rotatePseudonyms,
    call: operationCaller(() => service),
    async store(...samples: readonly SampleEvent[]): Promise<void> {
      const items = samples.map(sample => {
        const tenant = sample.tenant ?? TENANT
        const event = eventOf(sample, tenant, redactorOf(tenant))
        return eventItem(tenant, event, {
          partitionDay: String(event.event_time).slice(0, 10),
          retentionClass: 'standard',
        })
      })
      await index.put(items)
    },
  }
}

type Redactor = ReturnType<ReturnType<typeof tenantRedactors>>

function eventOf(sample: SampleEvent, tenant: TenantId, redactor: Redactor): Record<string, unknown> {
  const { user, ip, host = 'web1', severityId = 1 } = sample
  const personal = [
    ...(user === undefined ? [] : [{ type: 'user', value: user } as const]),
    ...(ip === undefined ? [] : [{ type: 'ip', value: ip } as const]),
    { type: 'host', value: host } as const,
  ]
  const at = sample.at ?? '2026-11-21T09:29:58.000Z'
  return {
    event_id: `evt_${sample.name}`,
    tenant_id: tenant,
    log_source_id: sample.source ?? 'src_1',
    asset_id: sample.asset ?? null,
    event_time: rfc3339(Date.parse(at)),
    ingested_at: '2026-11-21T09:30:00.000Z',
    category: sample.category ?? 'uncategorized',
    event_type: sample.eventType ?? 'base_event',
    severity: severityFromId(severityId),
    severity_id: severityId,
    summary: redactor.text(sample.text, personal),
    message: redactor.secrets(sample.text),
    ...epochMark(redactor.epoch),
    device: { hostname: host },
    ...(user === undefined ? {} : { user: { name: user } }),
    ...(ip === undefined ? {} : { src_endpoint: { ip } }),
  }
}

/** A failed password, with low severity. */
export const failed = (
  name: string,
  user: string,
  ip = '203.0.113.9',
  more: Partial<SampleEvent> = {},
): SampleEvent => ({
  name,
  text: `Failed password for ${user} from ${ip} port 52144 ssh2`,
  user,
  ip,
  category: 'identity_access_management',
  eventType: 'authentication',
  severityId: SEVERITIES.indexOf('low') + 1,
  ...more,
})

/** A job that ran. */
export const cron = (name: string, at: string): SampleEvent => ({
  name,
  at,
  text: '(backup) CMD (/usr/bin/rotate)',
  user: 'backup',
  category: 'system_activity',
  eventType: 'scheduled_job_activity',
})
