import { setTimeout as sleep } from 'node:timers/promises'
import { createAlertProjector } from '@wardline/alert-projector'
import type { OperationId } from '@wardline/api'
import { createDetector } from '@wardline/detector'
import { originEnvelope } from '@wardline/events'
import { type HostPorts, portsFor } from '@wardline/host'
import { createKeyring, DAY_MS, PLATFORM_TENANT, rfc3339, type TenantId } from '@wardline/kernel'
import { createLogStore } from '@wardline/log-store'
import { createNormalizer } from '@wardline/normalizer'
import type { Running } from '@wardline/ports'
import type { TestClock } from '@wardline/ports/testing'
import { type ErasureOrderDoc, erasureOrders, tenants } from '@wardline/registries'
import { hostedSubscription, noTracing, PIPELINE_GROUPS, type Service } from '@wardline/service-kit'
import { as, operationCaller, silentAlarms, silentLog, silentMetrics } from '@wardline/service-kit/testing'
import { type Engines, NO_WAY_OUT } from './world.ts'

/** The services that a log goes through, on engines of a test's and a clock that it moves. Jobs run when it says so. */
export interface Pipeline {
  readonly host: HostPorts
  /** Of all its subscriptions. */
  readonly groups: readonly string[]
  /** Publishes raw JSON logs of product `app`, as ingest does. */
  publish(tenant: TenantId, logs: readonly object[]): Promise<void>
  /** Waits until every group has read everything, and what came of it, and lets correlations fire. */
  settle(): Promise<void>
  moveTiers(): Promise<void>
  /** Runs what all services do for erasures, until there is none that is not removed. */
  eraseAll(): Promise<void>
  call: ReturnType<typeof operationCaller>
  stop(): Promise<void>
}

export const BACKUPS_KEPT_MS = 7 * DAY_MS

export async function startPipeline(engines: Engines, clock: TestClock, ids: readonly TenantId[]): Promise<Pipeline> {
  const host: HostPorts = {
    ...engines,
    clock,
    keyring: createKeyring(new Uint8Array(32).fill(3)),
    log: silentLog(),
    metrics: silentMetrics,
    tracing: noTracing,
    alarms: silentAlarms,
  }
  for (const id of ids) {
    const doc = {
      id,
      name: id,
      state: 'active',
      created_at: rfc3339(0),
      auto_tickets: true,
      first_account_at: null,
    } as const
    await engines.registry.write(tenants, PLATFORM_TENANT, doc, { expect: 'absent' })
  }
  const logStore = createLogStore(portsFor('log-store', host), {
    tiers: { eventsPerSecond: 1e9, sweepMs: 0, settleMs: 0, backupsKeptMs: BACKUPS_KEPT_MS },
    recount: { everyMs: 0, againMs: 0 },
  })
  const detector = createDetector(portsFor('detector', host))
  const services: Service[] = [
    createNormalizer(portsFor('normalizer', host)),
    detector,
    createAlertProjector(portsFor('alert-projector', host), { egress: NO_WAY_OUT }),
    logStore,
  ]
  await detector.start?.()
  const running: Running[] = []
  for (const { name, subscriptions } of services)
    for (const subscription of subscriptions)
      running.push(await engines.bus.subscribe(hostedSubscription(name, subscription, portsFor(name, host))))
  const run = async (name: string): Promise<void> => {
    for (const { jobs } of services)
      for (const job of jobs) if (job.name === name) await job.run({ signal: new AbortController().signal })
  }
  const call = operationCaller(() => ({ operations: Object.assign({}, ...services.map(s => s.operations)) }))
  const read = async (): Promise<void> => {
    // Four times: a log becomes an event, a match, a detection and an alert.
    for (let hop = 0; hop < 4; hop++) {
      const ends = await engines.bus.topicEnds()
      for (
        const until = Date.now() + 60_000;
        (await engines.bus.topicsUnread(ends, PIPELINE_GROUPS)).length > 0;
        await sleep(20)
      )
        if (Date.now() > until) throw new Error('not everything was read')
    }
  }
  let made = 0

  return {
    host,
    groups: services.flatMap(service => service.subscriptions.map(({ group }) => group)),
    call: (operation: OperationId, options) =>
      call(operation, { principal: as('admin', ids[0] as TenantId), ...options }),
    async publish(tenant, logs) {
      const now = clock.now()
      await engines.bus.publish(
        logs.map(log => {
          const eventId = `evt_${++made}`
          return originEnvelope({
            kind: 'log.event.received',
            tenantId: tenant,
            producer: 'ingest',
            subject: { type: 'log_event', id: eventId },
            correlationId: 'cor_tiers',
            now,
            payload: {
              event_id: eventId,
              batch_id: 'bat_1',
              batch_index: 0,
              log_source_id: 'src_1',
              source: { format: 'json', vendor: null, product: 'app', timezone: 'UTC', version: 1 },
              raw: JSON.stringify({ timestamp: rfc3339(now), ...log }),
              raw_kind: 'object',
              event_ref: eventId,
              observed_at: null,
              asset_id: null,
              received_at: rfc3339(now),
              encoding_replaced: false,
            },
          })
        }),
      )
    },
    async settle() {
      await read()
      for (let turn = 0; turn < 3; turn++) {
        await run('record-progress')
        clock.advance(6_000)
        await run('fire-correlations')
      }
      await read()
    },
    moveTiers: () => run('move-tiers'),
    async eraseAll() {
      const open = (): Promise<readonly { doc: ErasureOrderDoc }[]> =>
        engines.registry.list(erasureOrders, PLATFORM_TENANT, { limit: 10 })
      for (let runs = 0; runs === 0 || (await open()).length > 0; runs++) {
        await run('move-tiers')
        for (const { name } of services) await run(`erase-${name}`)
        await sleep(20)
      }
    },
    async stop() {
      for (const one of running.splice(0)) await one.stop()
      for (const service of services) await service.stop?.()
    },
  }
}
