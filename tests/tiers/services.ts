// What tests do to a platform whose jobs run only when they say so.
import { setTimeout as sleep } from 'node:timers/promises'
import { PLATFORM_TENANT, rfc3339, type TenantId } from '@wardline/kernel'
import type { Archive, EventBus, LogIndex, Registry } from '@wardline/ports'
import { erasureOrders, type TenantDoc, tenants } from '@wardline/registries'
import type { Service } from '@wardline/service-kit'

export interface Engines {
  readonly bus: EventBus
  readonly registry: Registry
  readonly index: LogIndex
  readonly archive: Archive
}

/** Creates tenants. @param autoTickets whether their alerts open tickets */
export async function putTenants(registry: Registry, ids: readonly TenantId[], autoTickets: boolean): Promise<void> {
  for (const id of ids) {
    const doc: TenantDoc = {
      id,
      name: id,
      state: 'active',
      created_at: rfc3339(0),
      auto_tickets: autoTickets,
      first_account_at: null,
    }
    await registry.write(tenants, PLATFORM_TENANT, doc, { expect: 'absent' })
  }
}

/** Runs a job once, in whichever services have it. @throws what it throws */
export async function runJob(services: readonly Pick<Service, 'jobs'>[], name: string): Promise<void> {
  for (const { jobs } of services)
    for (const job of jobs) if (job.name === name) await job.run({ signal: new AbortController().signal })
}

/** Runs the tier mover, and what services do for erasures, until nothing is left but to wait for retention. */
export async function eraseAll(registry: Registry, services: readonly Service[]): Promise<void> {
  const isErasing = async (): Promise<boolean> => (await registry.count(erasureOrders, PLATFORM_TENANT, {}, 1)) > 0
  for (let first = true; first || (await isErasing()); first = false) {
    if (!first) await sleep(20)
    await runJob(services, 'move-tiers')
    for (const { name } of services) await runJob(services, `erase-${name}`)
  }
}
