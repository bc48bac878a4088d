import { createAlertProjector } from '@wardline/alert-projector'
import type { OperationId } from '@wardline/api'
import { createDetector } from '@wardline/detector'
import { portsFor } from '@wardline/host'
import { DAY_MS, newId, Problem, rfc3339, type TenantId, tenantId } from '@wardline/kernel'
import { createLogStore } from '@wardline/log-store'
import { createNormalizer } from '@wardline/normalizer'
import type { Delivery } from '@wardline/ports'
import { createTestClock, type TestClock } from '@wardline/ports/testing'
import type { Service, Verdict } from '@wardline/service-kit'
import { as, deliverTo, NO_WAY_OUT, operationCaller, silentMetrics } from '@wardline/service-kit/testing'
import { testHost } from '../support/test-host.ts'
import { type RawLog, rawLog } from './raw-log.ts'
import { type Engines, eraseAll, putTenants, runJob } from './services.ts'

export type { Engines } from './services.ts'

/** Normalizer and log store, as the platform runs them, over engines of a test's and a clock that the test moves. */
export interface World extends Engines {
  readonly clock: TestClock
  /** Both services' operations. */
  readonly service: Pick<Service, 'operations'>
  readonly tenants: readonly TenantId[]
  /** Runs the tier mover once. @throws what it throws. */
  moveTiers(): Promise<void>
  /** Runs the tier mover, and what other services do for erasures, until nothing is left but to wait for retention. */
  eraseAll(): Promise<void>
  /** Delivers raw logs to the normalizer as the bus does; offsets count from `offset`. */
  handle(events: readonly RawLog[], offset: number): Promise<readonly Verdict[]>
  /** Delivers a log of this user to the normalizer. @returns its event id. */
  deliver(log: {
    tenant: TenantId
    eventTime: number
    receivedAt?: number
    user?: string
    eventId?: string
  }): Promise<string>
  call(
    operation: OperationId,
    tenant: TenantId,
    call?: Parameters<ReturnType<typeof operationCaller>>[1],
  ): Promise<Answer>
  /** How many differences there are between the ledger and the stores. */
  recountLedger(): Promise<number | undefined>
  /** Alarms that were raised so far, by name. */
  alarms(): readonly string[]
  /** The tier of an event according to `GET /logs/{event_id}`. */
  tierOf(tenant: TenantId, eventId: string): Promise<'hot' | 'warm' | 'cold' | 'archived' | 'gone'>
}

/** Compiling the API document takes a while: one caller serves all worlds, and is made when one is first called. It asks for the service at once. */
let compiled: ReturnType<typeof operationCaller> | undefined
let serving: Pick<Service, 'operations'>
function callTo(service: Pick<Service, 'operations'>): ReturnType<typeof operationCaller> {
  compiled ??= operationCaller(() => serving)
  serving = service
  return compiled
}

type Answer = Awaited<ReturnType<ReturnType<typeof operationCaller>>>

export const tenantsOf = (count: number): TenantId[] =>
  Array.from({ length: count }, (_, i) => tenantId(`ten_t${String(i).padStart(2, '0')}`))

export async function createWorld(
  engines: Engines,
  { tenantCount, clock = createTestClock() }: { readonly tenantCount: number; readonly clock?: TestClock },
): Promise<World> {
  const ids = tenantsOf(tenantCount)
  await putTenants(engines.registry, ids, false)
  const gauges = new Map<string, number>()
  const alarms: string[] = []
  const active = new Set<string>()
  const host = testHost({
    ...engines,
    clock,
    metrics: { ...silentMetrics, gauge: (name, value) => void gauges.set(name, value) },
    alarms: {
      raise(name) {
        if (!active.has(name)) alarms.push(name)
        active.add(name)
      },
      clear(name) {
        if (active.delete(name)) alarms.push(`${name} is over`)
      },
    },
  })
  const normalizerPorts = portsFor('normalizer', host)
  const normalizer = createNormalizer(normalizerPorts)
  const logStore = createLogStore(portsFor('log-store', host), {
    tiers: { eventsPerSecond: 1e9, sweepMs: 0, settleMs: 0, backupsKeptMs: DAY_MS },
    recount: { everyMs: 0, againMs: 0 },
  })
  const service = { operations: { ...normalizer.operations, ...logStore.operations } }
  const services = [
    logStore,
    normalizer,
    createDetector(portsFor('detector', host)),
    createAlertProjector(portsFor('alert-projector', host), { egress: NO_WAY_OUT }),
  ]
  const handle = (events: readonly RawLog[], offset: number): Promise<readonly Verdict[]> => {
    const batch = events.map(
      (envelope, i) => ({ envelope, position: { partition: 0, offset: String(offset + i) } }) as Delivery,
    )
    return deliverTo(normalizer, normalizerPorts, batch)
  }
  let offset = 0

  return {
    ...engines,
    clock,
    service,
    tenants: ids,
    moveTiers: () => runJob(services, 'move-tiers'),
    eraseAll: () => eraseAll(engines.registry, services),
    alarms: () => alarms,
    handle,
    async recountLedger() {
      await runJob(services, 'recount-ledger')
      return gauges.get('ledger_differences')
    },
    async deliver({ tenant, eventTime, receivedAt = clock.now(), user = 'bob', eventId = newId('evt') }) {
      const raw = `<38>1 ${rfc3339(eventTime)} web1 sshd 42 - - Failed password for ${user} from 203.0.113.9 port 52144 ssh2`
      const outcomes = await handle([rawLog({ tenant, eventId, raw, receivedAt })], offset++)
      if (outcomes[0] !== 'ok') throw new Error('a log was not taken')
      return eventId
    },
    call: (operation, tenant, call = {}) => callTo(service)(operation, { principal: as('admin', tenant), ...call }),
    async tierOf(tenant, eventId) {
      const read = callTo(service)('readLogEvent', { principal: as('admin', tenant), params: { event_id: eventId } })
      const answer = await read.catch((error: unknown) => {
        if (error instanceof Problem) return error
        throw error
      })
      if (!(answer instanceof Problem)) return answer.body.tier as 'hot' | 'warm' | 'cold'
      if (answer.code === 'event_archived') return 'archived'
      if (answer.code === 'not_found') return 'gone'
      throw answer
    },
  }
}
