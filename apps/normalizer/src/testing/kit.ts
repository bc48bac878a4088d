import { fileURLToPath } from 'node:url'
import { createEventCodec, type Envelope, originEnvelope } from '@wardline/events'
import type { SearchPorts, Service } from '@wardline/host'
import { createRequestValidator, loadOpenApi, type OperationResult } from '@wardline/http'
import { createKeyring, type Principal, Problem, type Role, rfc3339, type TenantId, tenantId } from '@wardline/kernel'
import { type Delivery, type LogIndex, type Outcome, ownedBy } from '@wardline/ports'
import { createMemoryBus, createMemoryLogIndex, createMemoryRegistry, createTestClock } from '@wardline/ports/testing'
import { createNormalizer, type NormalizerConfig } from '../service.ts'

export const TENANT = tenantId('ten_a')
export const OTHER_TENANT = tenantId('ten_b')

const validator = createRequestValidator(loadOpenApi(fileURLToPath(new URL('../../../../openapi', import.meta.url))))
/** One for all kits: compiling the schemas of events takes a while. */
const codec = createEventCodec()
const silent = { info() {}, warn() {}, error() {}, debug() {} } as unknown as SearchPorts['log']

export interface Call {
  readonly principal?: Principal
  readonly params?: Readonly<Record<string, string>>
  /** The text after `?`. */
  readonly search?: string
  readonly body?: unknown
  readonly ifMatch?: string
}

export const as = (role: Role, tenant: TenantId = TENANT): Principal => ({
  type: 'service_account',
  id: `sva_${role}`,
  tenantId: tenant,
  roles: [role],
})

export interface KitOptions extends NormalizerConfig {
  /** Puts something between the service and its index. */
  readonly throughIndex?: (index: LogIndex) => LogIndex
}

/** The service on engines in memory, called as the gateway calls it: every request passes the API document's schemas first. */
export function createKit({ throughIndex, ...config }: KitOptions = {}) {
  const clock = createTestClock()
  const bus = createMemoryBus({ clock, validate: false })
  const publish = bus.publish
  bus.publish = async events => {
    for (const e of events) codec.encode(e)
    await publish(events)
  }
  const memory = createMemoryRegistry({ bus, clock })
  const index = createMemoryLogIndex()
  const ports: SearchPorts = {
    bus,
    registry: ownedBy(memory, 'normalizer'),
    index: throughIndex?.(index) ?? index,
    clock,
    keyring: createKeyring(new Uint8Array(32).fill(7)),
    log: silent,
    metrics: { count() {}, gauge() {}, observe() {} },
  }
  const service = createNormalizer(ports, config)
  return {
    clock,
    bus,
    memory,
    index,
    ports,
    call: callerOf(service),
    /** Delivers events as the bus does; offsets count from `offset`. */
    deliver(events: readonly Envelope<'log.event.received'>[], offset = 0): Promise<readonly Outcome[]> {
      const batch = events.map(
        (e, i) => ({ envelope: e, position: { partition: 0, offset: String(offset + i) } }) as Delivery,
      )
      return service.subscriptions[0]!.handle(batch, {
        signal: new AbortController().signal,
        heartbeat: async () => {},
      })
    },
  }
}

const callerOf =
  (service: Service) =>
  async (operationId: string, o: Call = {}): Promise<OperationResult & { readonly body: Record<string, unknown> }> => {
    const { params, query, body } = validator.of(operationId)
    params(o.params ?? {})
    const bytes = Buffer.from(o.body === undefined ? '' : JSON.stringify(o.body))
    const result = await service.operations[operationId]!({
      operationId,
      principal: o.principal ?? as('operator'),
      params: o.params ?? {},
      query: query(o.search ?? ''),
      ...body('application/json', bytes),
      ifMatch: o.ifMatch,
      lastEventId: undefined,
      requestId: 'req_test',
      correlationId: 'cor_test',
      clientAddress: '127.0.0.1',
      signal: new AbortController().signal,
    })
    return result as OperationResult & { readonly body: Record<string, unknown> }
  }

/** The code of the Problem that a call is answered with. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => undefined,
    (e: unknown) => e,
  )
  if (error instanceof Problem) return error.code
  throw new Error('expected a Problem', { cause: error })
}

type Payload = Envelope<'log.event.received'>['payload']

/** A raw log as ingest publishes it; the same name is the same event. */
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
