import { createAlertProjector } from '@wardline/alert-projector'
import { type Envelope, loadSchema } from '@wardline/events'
import { createKeyring, systemClock, tenantId } from '@wardline/kernel'
import type { EventBus, Registry, Running } from '@wardline/ports'
import { hostedSubscription, noTracing, type ServicePorts } from '@wardline/service-kit'
import { NO_WAY_OUT, silentAlarms, silentLog, silentMetrics } from '@wardline/service-kit/testing'
import { eventually } from './until.ts'

const TENANTS = [tenantId('ten_order_a'), tenantId('ten_order_b')]
/** Detections of each tenant. */
const EACH = 300
const AT_ONCE = 25

/** `security.alert.created` number n of a tenant, made of the schema's example. */
function detection(tenant: (typeof TENANTS)[number], n: number): Envelope<'security.alert.created'> {
  const [example] = loadSchema('security.alert.created').examples as [Envelope<'security.alert.created'>]
  const name = `${tenant.slice(4).replaceAll('_', '')}${n}`
  return {
    ...example,
    id: `env_${name}`,
    tenant_id: tenant,
    subject: { type: 'alert', id: `alr_${name}` },
    payload: { ...example.payload, alert_id: `alr_${name}` },
  }
}

/**
 * Lets two alert-projectors project many detections on real engines.
 * @returns the sequences of each tenant in the order in which a consumer of `alert.created` sees them, ids that it has
 * seen left out; and how many there should be.
 */
export async function alertOrder(engines: {
  readonly bus: EventBus
  readonly registry: Registry
}): Promise<{ readonly seen: readonly (readonly number[])[]; readonly expected: number }> {
  const ports: ServicePorts = {
    ...engines,
    clock: systemClock,
    keyring: createKeyring(new Uint8Array(32).fill(7)),
    log: silentLog(),
    metrics: silentMetrics,
    alarms: silentAlarms,
    tracing: noTracing,
  }
  const services = [1, 2].map(() => createAlertProjector(ports, { egress: NO_WAY_OUT }))
  const running: Running[] = []
  const seen = new Map(TENANTS.map(tenant => [tenant, new Map<string, number>()]))
  for (const { subscriptions } of services)
    running.push(await engines.bus.subscribe(hostedSubscription('alert-projector', subscriptions[0]!, ports)))
  running.push(
    await engines.bus.subscribe({
      group: 'alert-order',
      kinds: ['alert.created'],
      async handle(batch) {
        for (const { envelope } of batch) {
          if (envelope.kind !== 'alert.created') continue
          const ids = seen.get(envelope.tenant_id)!
          if (!ids.has(envelope.id)) ids.set(envelope.id, envelope.payload.sequence)
        }
        return batch.map(() => 'ok')
      },
    }),
  )
  try {
    for (let n = 0; n < EACH; n += AT_ONCE)
      await engines.bus.publish(
        TENANTS.flatMap(tenant => Array.from({ length: AT_ONCE }, (_, i) => detection(tenant, n + i))),
      )
    await eventually(() => [...seen.values()].every(ids => ids.size >= EACH), Boolean, 60_000)
  } finally {
    for (const one of running) await one.stop()
    for (const service of services) await service.stop?.()
  }
  return { seen: [...seen.values()].map(ids => [...ids.values()]), expected: EACH }
}
