import { openEvent } from '@wardline/events'
import { type AssetDoc, assets } from '@wardline/registries'
import { DEFAULT_QUOTAS, type Quotas } from '@wardline/service-kit'
import { as, memoryPorts, operationCaller, TENANT } from '@wardline/service-kit/testing'
import { createIngest } from '../service.ts'

export { as, type Call, codeOf, OTHER_TENANT, TENANT } from '@wardline/service-kit/testing'

export const operator = (tenant = TENANT) => as('operator', tenant)

/** The service on in-memory engines. */
export function createKit(quotas: Partial<Quotas> = {}) {
  const { clock, bus, memory, ports } = memoryPorts('ingest')
  const service = createIngest(ports, { ledgerWaitMs: 60, quotas: { ...DEFAULT_QUOTAS, ...quotas } })
  const call = operationCaller(() => service)
  return {
    clock,
    bus,
    memory,
    ports,
    service,
    call,
    /** What was accepted so far, in clear, in order. */
    accepted: () => bus.published('log.event.received').map(event => openEvent(ports.keyring, event)),
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
