import { setTimeout as sleep } from 'node:timers/promises'
import { createAlertProjector } from '@wardline/alert-projector'
import type { OperationId } from '@wardline/api'
import { createDetector } from '@wardline/detector'
import { type Envelope, originEnvelope } from '@wardline/events'
import { type HostPorts, portsFor } from '@wardline/host'
import type { Egress } from '@wardline/http'
import {
  createKeyring,
  DAY_MS,
  newId,
  PLATFORM_TENANT,
  Problem,
  rfc3339,
  type TenantId,
  tenantId,
} from '@wardline/kernel'
import { createLogStore } from '@wardline/log-store'
import { createNormalizer } from '@wardline/normalizer'
import type { Archive, Delivery, EventBus, LogIndex, Registry } from '@wardline/ports'
import { createTestClock, type TestClock } from '@wardline/ports/testing'
import { erasureOrders, tenants } from '@wardline/registries'
import { noTracing, type Service, type Verdict } from '@wardline/service-kit'
import { as, deliverTo, operationCaller, silentLog, silentMetrics } from '@wardline/service-kit/testing'

export interface Engines {
  readonly bus: EventBus
  readonly registry: Registry
  readonly index: LogIndex
  readonly archive: Archive
}

type RawLog = Envelope<'log.event.received'>

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

/** Nothing here sends anything. */
export const NO_WAY_OUT: Egress = {
  send: async () => {
    throw new Error('no way out')
  },
  urlFault: () => undefined,
  close: async () => {},
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
  for (const id of ids) {
    const doc = {
      id,
      name: id,
      state: 'active',
      created_at: rfc3339(0),
      auto_tickets: false,
      first_account_at: null,
    } as const
    await engines.registry.write(tenants, PLATFORM_TENANT, doc, { expect: 'absent' })
  }
  const gauges = new Map<string, number>()
  const alarms: string[] = []
  const active = new Set<string>()
  const host: HostPorts = {
    ...engines,
    clock,
    keyring: createKeyring(new Uint8Array(32).fill(3)),
    log: silentLog(),
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
    tracing: noTracing,
  }
  const normalizerPorts = portsFor('normalizer', host)
  const normalizer = createNormalizer(normalizerPorts)
  const logStore = createLogStore(portsFor('log-store', host), {
    tiers: { eventsPerSecond: 1e9, sweepMs: 0, settleMs: 0, backupsKeptMs: DAY_MS },
    recount: { everyMs: 0, againMs: 0 },
  })
  const service = { operations: { ...normalizer.operations, ...logStore.operations } }
  const run = async (job: string, of: Service = logStore): Promise<void> =>
    of.jobs.find(({ name }) => name === job)?.run({ signal: new AbortController().signal })
  const erasing = [
    normalizer,
    createDetector(portsFor('detector', host)),
    createAlertProjector(portsFor('alert-projector', host), { egress: NO_WAY_OUT }),
  ]
  const eraseAll = async (): Promise<void> => {
    for (let first = true; first || (await isErasing()); first = false) {
      if (!first) await sleep(20)
      await run('move-tiers')
      for (const service of erasing) await run(`erase-${service.name}`, service)
    }
  }
  const isErasing = async (): Promise<boolean> =>
    (await engines.registry.count(erasureOrders, PLATFORM_TENANT, {}, 1)) > 0
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
    moveTiers: () => run('move-tiers'),
    eraseAll,
    alarms: () => alarms,
    handle,
    async recountLedger() {
      await run('recount-ledger')
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

/** A raw log as ingest publishes it. */
export const rawLog = (log: {
  readonly tenant: TenantId
  readonly eventId: string
  readonly raw: string
  readonly receivedAt: number
  readonly format?: string
  readonly eventRef?: string | null
}): RawLog =>
  originEnvelope({
    kind: 'log.event.received',
    tenantId: log.tenant,
    producer: 'ingest',
    subject: { type: 'log_event', id: log.eventId },
    correlationId: 'cor_tiers',
    now: log.receivedAt,
    payload: {
      event_id: log.eventId,
      batch_id: 'bat_1',
      batch_index: 0,
      log_source_id: 'src_1',
      source: { format: log.format ?? 'syslog', vendor: null, product: null, timezone: 'UTC', version: 1 },
      raw: log.raw,
      raw_kind: 'text',
      event_ref: log.eventRef === undefined ? log.eventId : log.eventRef,
      observed_at: null,
      asset_id: null,
      received_at: rfc3339(log.receivedAt),
      encoding_replaced: false,
    },
  })
