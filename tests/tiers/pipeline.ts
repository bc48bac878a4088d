import { createAlertProjector } from '@wardline/alert-projector'
import type { OperationId } from '@wardline/api'
import { createDetector } from '@wardline/detector'
import { type HostPorts, portsFor } from '@wardline/host'
import { DAY_MS, rfc3339, type TenantId } from '@wardline/kernel'
import { createLogStore } from '@wardline/log-store'
import { createNormalizer } from '@wardline/normalizer'
import type { Running } from '@wardline/ports'
import type { TestClock } from '@wardline/ports/testing'
import { hostedSubscription, PIPELINE_GROUPS, type Service } from '@wardline/service-kit'
import { as, NO_WAY_OUT, operationCaller } from '@wardline/service-kit/testing'
import { testHost } from '../support/test-host.ts'
import { until } from '../support/until.ts'
import { rawLog } from './raw-log.ts'
import { type Engines, eraseAll, putTenants, runJob } from './services.ts'

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
  const host = testHost({ ...engines, clock })
  await putTenants(engines.registry, ids, true)
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
  const call = operationCaller(() => ({ operations: Object.assign({}, ...services.map(s => s.operations)) }))
  const read = async (): Promise<void> => {
    // Four times: a log becomes an event, a match, a detection and an alert.
    for (let hop = 0; hop < 4; hop++) {
      const ends = await engines.bus.topicEnds()
      const isRead = async () => (await engines.bus.topicsUnread(ends, PIPELINE_GROUPS)).length === 0
      await until('the reading of everything', isRead, 60_000, 20)
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
        logs.map(log =>
          rawLog({
            tenant,
            eventId: `evt_${++made}`,
            raw: JSON.stringify({ timestamp: rfc3339(now), ...log }),
            rawKind: 'object',
            receivedAt: now,
            format: 'json',
            product: 'app',
          }),
        ),
      )
    },
    async settle() {
      await read()
      for (let turn = 0; turn < 3; turn++) {
        await runJob(services, 'record-progress')
        clock.advance(6_000)
        await runJob(services, 'fire-correlations')
      }
      await read()
    },
    moveTiers: () => runJob(services, 'move-tiers'),
    eraseAll: () => eraseAll(engines.registry, services),
    async stop() {
      for (const one of running.splice(0)) await one.stop()
      for (const service of services) await service.stop?.()
    },
  }
}
