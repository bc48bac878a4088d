import type { OperationId } from '@wardline/api'
import { derivedEnvelopeId, type Envelope, openEvent, originEnvelope, sealEvent } from '@wardline/events'
import { type Keyring, keyringOf, PLATFORM_TENANT, randomDataKeys, rfc3339, type TenantId } from '@wardline/kernel'
import type { Running } from '@wardline/ports'
import type { MemoryRegistry } from '@wardline/ports/testing'
import { tenants } from '@wardline/registries'
import { hostedSubscription, type Service } from '@wardline/service-kit'
import { as, type Call, memoryPorts, OTHER_TENANT, operationCaller, TENANT } from '@wardline/service-kit/testing'
import { createDetector, type DetectorConfig } from '../service.ts'
import { createWorkbench, type Workbench } from '../workbench/workbench.ts'

export { as, type Call, OTHER_TENANT, problemOf, TENANT } from '@wardline/service-kit/testing'

/** A log as tests describe it. */
export interface Log {
  readonly id: string
  /** Event time, in seconds after the kit's start. */
  readonly at?: number
  readonly fields?: Readonly<Record<string, unknown>>
  readonly event?: Readonly<Record<string, unknown>>
  readonly source?: string
  readonly product?: { vendor: string | null; product: string | null; format: string }
  readonly tenant?: TenantId
  readonly offset?: number
  /** As the release before published it, or sealed with keys of another platform. */
  readonly form?: 'clear' | 'foreign'
}

/** The threads of one test file, shared by its kits, because starting one takes longer than most tests. */
let threads: Workbench | undefined
const sharedWorkbench = (): Workbench => {
  threads ??= createWorkbench()
  return { ...threads, close: async () => undefined }
}

/** Detection with in-memory engines. Time stands still until the test advances it; jobs run when the test says so. */
export async function createKit(config: DetectorConfig = {}, workbench: Workbench = sharedWorkbench()) {
  const { clock, bus, memory, index, ports } = memoryPorts('detector')
  const { keyring } = ports
  for (const tenant of [TENANT, OTHER_TENANT]) {
    const doc = {
      id: tenant,
      name: tenant,
      state: 'active' as const,
      created_at: rfc3339(clock.now()),
      auto_tickets: true,
      first_account_at: null,
    }
    await memory.write(tenants, PLATFORM_TENANT, doc, { expect: 'absent' })
  }
  const epoch = clock.now() - 60_000
  let current: { service: Service; running: Running[] } | undefined

  const start = async (): Promise<void> => {
    const service = createDetector(ports, config, workbench)
    await service.start?.()
    const running = await Promise.all(
      service.subscriptions.map(s => bus.subscribe(hostedSubscription('detector', s, ports))),
    )
    current = { service, running }
  }
  const stop = async (): Promise<void> => {
    for (const running of current?.running ?? []) await running.stop()
    await current?.service.stop?.()
  }
  await start()

  const call = operationCaller(() => current!.service)
  const kit = {
    clock,
    bus,
    memory: memory as MemoryRegistry,
    index,
    ports,
    epoch,
    stop,
    async restart() {
      await stop()
      await start()
    },
    /** Waits until everything has arrived and the jobs have run once. */
    async settle() {
      await bus.settled()
      for (const job of current!.service.jobs) await job.run({ signal: new AbortController().signal })
      await bus.settled()
    },
    /** Advances time without events, long enough for every source to count as silent. */
    async silence() {
      await kit.settle()
      clock.advance(5_500)
      await kit.settle()
    },
    async send(...logs: readonly Log[]) {
      await bus.publish(logs.map(log => normalized(log, epoch, clock.now(), keyring)))
      await bus.settled()
    },
    /** Alerts as they stand on the topic. */
    outside: () => bus.published('security.alert.created'),
    /** Alerts with what their sealed part says, as the alert-projector reads them. */
    alerts: () =>
      bus.published('security.alert.created').map(alert => {
        if (!alert.payload.sealed) throw new Error('an alert without a sealed part')
        return openEvent(keyring, alert)
      }),
    call: (operationId: OperationId, o: Call = {}) => call(operationId, { principal: as('admin'), ...o }),
    /** Uploads a rule and waits until it is effective. */
    async upload(source: string, tenant = TENANT): Promise<string> {
      const { body } = await kit.call('createDetectionRule', { principal: as('admin', tenant), body: { source } })
      clock.advance(2_000)
      return (body as { rule_id: string }).rule_id
    },
  }
  return kit
}

function normalized(log: Log, epoch: number, now: number, keyring: Keyring): Envelope<'log.event.normalized'> {
  const tenant = log.tenant ?? TENANT
  const source = log.source ?? 'src_one'
  const time = rfc3339(epoch + (log.at ?? 0) * 1000)
  const envelope = originEnvelope({
    id: derivedEnvelopeId(keyring.key(tenant, 'ids'), 'test', log.id),
    kind: 'log.event.normalized',
    tenantId: tenant,
    producer: 'normalizer',
    subject: { type: 'log_event', id: `evt_${log.id}` },
    correlationId: `cor_${log.id}`,
    now,
    payload: {
      event_id: `evt_${log.id}`,
      log_source_id: source,
      asset_id: null,
      partition_day: time.slice(0, 10),
      retention_class: 'standard',
      event_time: time,
      received_at: rfc3339(now),
      product: log.product ?? { vendor: null, product: 'app', format: 'json' },
      event: { event_id: `evt_${log.id}`, ...log.event },
      source_fields: { ...log.fields },
      received_position: { partition: 0, offset: String(log.offset ?? 0) },
    },
  })
  if (log.form === 'clear') return envelope
  const { product } = envelope.payload
  return sealEvent(log.form === 'foreign' ? keyringOf(randomDataKeys()) : keyring, envelope, {
    product: { ...product, vendor: null, product: null },
    event: { event_id: envelope.payload.event_id },
    source_fields: {},
  })
}
