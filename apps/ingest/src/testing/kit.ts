import { fileURLToPath } from 'node:url'
import { createEventCodec } from '@wardline/events'
import type { Service, ServicePorts } from '@wardline/host'
import { createRequestValidator, loadOpenApi, type OperationResult } from '@wardline/http'
import { createKeyring, type Principal, Problem, tenantId } from '@wardline/kernel'
import { ownedBy } from '@wardline/ports'
import { createMemoryBus, createMemoryRegistry, createTestClock } from '@wardline/ports/testing'
import { type AssetDoc, assets } from '@wardline/registries'
import { createIngest } from '../service.ts'

export const TENANT = tenantId('ten_a')
export const OTHER_TENANT = tenantId('ten_b')

const validator = createRequestValidator(loadOpenApi(fileURLToPath(new URL('../../../../openapi', import.meta.url))))
/** One for all kits: compiling the schemas of events takes a while. */
const codec = createEventCodec()
const silent = { info() {}, warn() {}, error() {}, debug() {} } as unknown as ServicePorts['log']

export interface Call {
  readonly principal?: Principal
  readonly params?: Readonly<Record<string, string>>
  /** The text after `?`. */
  readonly search?: string
  /** A value to send as JSON, or the bytes as they are. */
  readonly body?: unknown
  readonly ifMatch?: string
}

export const operator = (tenant = TENANT): Principal => ({
  type: 'service_account',
  id: 'sva_operator',
  tenantId: tenant,
  roles: ['operator'],
})

/** The service on engines in memory, called as the gateway calls it: every request passes the API document's schemas first. */
export function createKit() {
  const clock = createTestClock()
  const bus = createMemoryBus({ clock, validate: false })
  const publish = bus.publish
  bus.publish = async events => {
    for (const e of events) codec.encode(e)
    await publish(events)
  }
  const memory = createMemoryRegistry({ bus, clock })
  const ports: ServicePorts = {
    bus,
    registry: ownedBy(memory, 'ingest'),
    clock,
    keyring: createKeyring(new Uint8Array(32).fill(7)),
    log: silent,
    metrics: { count() {}, gauge() {}, observe() {} },
  }
  const service = createIngest(ports, { ledgerWaitMs: 60 })
  const call = callerOf(service)
  return {
    clock,
    bus,
    memory,
    ports,
    service,
    call,
    async newSource(body: Record<string, unknown> = {}, principal = operator()): Promise<string> {
      const { body: source } = await call('createLogSource', {
        principal,
        body: { name: 'edge', format: 'auto', ...body },
      })
      return (source as { log_source_id: string }).log_source_id
    },
    async newAsset(id: string, tenant = TENANT): Promise<void> {
      await memory.write(assets, tenant, { id } as AssetDoc, { expect: 'absent' })
    },
  }
}

const callerOf =
  (service: Service) =>
  async (operationId: string, o: Call = {}): Promise<OperationResult & { readonly body: Record<string, unknown> }> => {
    const { params, query, body } = validator.of(operationId)
    params(o.params ?? {})
    const bytes =
      o.body === undefined ? Buffer.alloc(0) : Buffer.isBuffer(o.body) ? o.body : Buffer.from(JSON.stringify(o.body))
    const result = await service.operations[operationId]!({
      operationId,
      principal: o.principal ?? operator(),
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
