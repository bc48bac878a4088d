import { originEnvelope } from '@wardline/events'
import { createKeyring, newId, PLATFORM_TENANT, Problem, rfc3339, type TenantId, tenantId } from '@wardline/kernel'
import { createNormalizer } from '@wardline/normalizer'
import { type Archive, type Delivery, type EventBus, type LogIndex, ownedBy, type Registry } from '@wardline/ports'
import { createTestClock, type TestClock } from '@wardline/ports/testing'
import { tenants } from '@wardline/registries'
import type { SearchPorts, Service } from '@wardline/service-kit'
import { as, deliverTo, operationCaller } from '@wardline/service-kit/testing'

export const DAY_MS = 86_400_000

export interface Engines {
  readonly bus: EventBus
  readonly registry: Registry
  readonly index: LogIndex
  readonly archive: Archive
}

/** The normalizer, as the platform runs it, over engines of a test's and a clock that the test moves. */
export interface World extends Engines {
  readonly clock: TestClock
  readonly service: Service
  readonly ports: SearchPorts
  readonly tenants: readonly TenantId[]
  /** Runs the tier mover once. @throws what it throws. */
  moveTiers(): Promise<void>
  /** Delivers a log of this user to the normalizer. @returns its event id. */
  deliver(log: {
    tenant: TenantId
    eventTime: number
    receivedAt?: number
    user?: string
    eventId?: string
  }): Promise<string>
  call(operation: string, tenant: TenantId, call?: Parameters<ReturnType<typeof operationCaller>>[1]): Promise<Answer>
  /** How many differences there are between the ledger and the stores. */
  recountLedger(): Promise<number | undefined>
  /** Where `GET /logs/{event_id}` says that an event is. */
  tierOf(tenant: TenantId, eventId: string): Promise<'hot' | 'warm' | 'cold' | 'archived' | 'gone'>
}

/** Compiling the API document takes a while: one caller serves all worlds, and is made when one is first called. It asks for the service at once. */
let compiled: ReturnType<typeof operationCaller> | undefined
let serving: Service
function callTo(service: Service): ReturnType<typeof operationCaller> {
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
  const ports: SearchPorts = {
    bus: engines.bus,
    registry: ownedBy(engines.registry, 'normalizer'),
    index: engines.index,
    clock,
    keyring: createKeyring(new Uint8Array(32).fill(3)),
    log: { info() {}, warn() {}, error() {}, debug() {} } as unknown as SearchPorts['log'],
    metrics: { count() {}, gauge: (name, value) => void gauges.set(name, value), observe() {} },
  }
  const service = createNormalizer(ports, {
    archive: engines.archive,
    tiers: { eventsPerSecond: 1e9, sweepMs: 0 },
    recount: { everyMs: 0, againMs: 0 },
  })
  const run = async (job: string): Promise<void> =>
    service.jobs.find(({ name }) => name === job)?.run({ signal: new AbortController().signal })
  let offset = 0

  return {
    ...engines,
    clock,
    service,
    ports,
    tenants: ids,
    moveTiers: () => run('move-tiers'),
    async recountLedger() {
      await run('recount-ledger')
      return gauges.get('ledger_differences')
    },
    async deliver({ tenant, eventTime, receivedAt = clock.now(), user = 'bob', eventId = newId('evt') }) {
      const envelope = originEnvelope({
        kind: 'log.event.received',
        tenantId: tenant,
        producer: 'ingest',
        subject: { type: 'log_event', id: eventId },
        correlationId: 'cor_tiers',
        now: receivedAt,
        payload: {
          event_id: eventId,
          batch_id: 'bat_1',
          batch_index: 0,
          log_source_id: 'src_1',
          source: { format: 'syslog', vendor: null, product: null, timezone: 'UTC', version: 1 },
          raw: `<38>1 ${rfc3339(eventTime)} web1 sshd 42 - - Failed password for ${user} from 203.0.113.9 port 52144 ssh2`,
          raw_kind: 'text',
          event_ref: eventId,
          observed_at: null,
          asset_id: null,
          received_at: rfc3339(receivedAt),
          encoding_replaced: false,
        },
      })
      const delivery = { envelope, position: { partition: 0, offset: String(offset++) } } as Delivery
      const outcomes = await deliverTo(service, ports, [delivery])
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
