import { type Envelope, openEvent, originEnvelope } from '@wardline/events'
import { rfc3339, type TenantId } from '@wardline/kernel'
import type { Delivery, LogIndex } from '@wardline/ports'
import type { Verdict } from '@wardline/service-kit'
import { deliverTo, memoryPorts, operationCaller, TENANT } from '@wardline/service-kit/testing'
import { createNormalizer, type NormalizerConfig } from '../service.ts'

export { as, type Call, codeOf, OTHER_TENANT, TENANT } from '@wardline/service-kit/testing'

export interface KitOptions extends NormalizerConfig {
  /** Wraps the index that the service uses. */
  readonly throughIndex?: (index: LogIndex) => LogIndex
}

/** The service with in-memory engines. */
export function createKit({ throughIndex, ...config }: KitOptions = {}) {
  const { clock, bus, memory, index, ports } = memoryPorts('normalizer', throughIndex ? { throughIndex } : {})
  const service = createNormalizer(ports, config)
  return {
    clock,
    bus,
    memory,
    index,
    ports,
    call: operationCaller(() => service),
    /** The normalized events so far, in clear, in order. */
    normalized: () => bus.published('log.event.normalized').map(event => openEvent(ports.keyring, event)),
    /** Delivers events as the bus does. Offsets start at `offset`. */
    deliver(events: readonly Envelope<'log.event.received'>[], offset = 0): Promise<readonly Verdict[]> {
      const batch = events.map(
        (e, i) => ({ envelope: e, position: { partition: 0, offset: String(offset + i) } }) as Delivery,
      )
      return deliverTo(service, ports, batch)
    },
  }
}

type Payload = Envelope<'log.event.received'>['payload']

/** A raw log in clear, as ingest published it before it sealed them. The same name gives the same event. */
export function received(
  name: string,
  { tenant = TENANT, ...payload }: { readonly tenant?: TenantId } & Partial<Payload> = {},
): Envelope<'log.event.received'> {
  const receivedAt = payload.received_at ?? rfc3339(Date.parse('2026-11-21T09:30:00Z'))
  return originEnvelope({
    id: `env_${name}`,
    kind: 'log.event.received',
    tenantId: tenant,
    producer: 'ingest',
    subject: { type: 'log_event', id: `evt_${name}` },
    correlationId: `cor_${name}`,
    now: Date.parse(receivedAt),
    payload: {
      event_id: `evt_${name}`,
      batch_id: 'bat_1',
      batch_index: 0,
      log_source_id: 'src_1',
      source: { format: 'auto', vendor: null, product: null, timezone: 'UTC', version: 1 },
      raw: `<38>Nov 21 09:29:58 web1 sshd[4242]: Failed password for root from 203.0.113.9 port 52144 ssh2`,
      raw_kind: 'text',
      event_ref: null,
      observed_at: null,
      asset_id: null,
      received_at: receivedAt,
      encoding_replaced: false,
      ...payload,
    },
  })
}
