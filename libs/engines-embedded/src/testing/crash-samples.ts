import type { TenantId } from '@wardline/kernel'
import type { IndexItem } from '@wardline/ports'
import { type Document, defineCollection } from '@wardline/registries'

export interface CrashDoc extends Document {
  readonly label: string
  readonly tags?: readonly string[]
}

export const crashDocs = defineCollection<CrashDoc>({
  name: 'crash_docs',
  owner: 'gateway',
  schemaVersion: 1,
  fields: { label: 'text', tags: 'text[]' },
  indexes: [],
  uniqueInTenant: ['label'],
})

export const CRASH_TIME = Date.parse('2026-11-21T12:00:00.000Z')

/** Event `n`, in one of two partitions; many share a millisecond. */
export const crashItem = (tenantId: TenantId, n: number): IndexItem => ({
  tenantId,
  eventId: `evt_${n}`,
  partitionDay: n % 2 === 0 ? '2026-11-20' : '2026-11-21',
  retentionClass: 'default',
  eventTime: CRASH_TIME + (n % 1000),
  words: [`word${n}`, 'common'],
  filters: {
    severityId: 1,
    category: 'c',
    eventType: 't',
    logSourceId: 'src_a',
    assetId: null,
    users: [],
    ips: [],
    hosts: [],
  },
  event: { event_id: `evt_${n}` },
  receivedAt: CRASH_TIME,
  origin: null,
  repeatable: false,
})
