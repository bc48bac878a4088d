import type { TenantId } from '@wardline/kernel'
import { alertDeliveries } from '@wardline/registries'
import { allTenants, type Job } from '@wardline/service-kit'
import pLimit from 'p-limit'
import type { DestinationPorts } from './context.ts'
import { deliverAlerts } from './deliver-alerts.ts'

const DUE_PAGE = 100
/** Destinations that one process serves at once. A slow one only takes up one of these places. */
const AT_ONCE = 16

export interface Deliverer {
  /** Finds destinations that are due, and does not wait for their endpoints. */
  readonly job: Job
  /** Resolves when nothing is being delivered. */
  idle(): Promise<void>
  /** Aborts the deliveries in progress. The next start continues with them. */
  stop(): Promise<void>
}

export function createDeliverer(ports: DestinationPorts, everyMs: number): Deliverer {
  const limit = pLimit(AT_ONCE)
  const abort = new AbortController()
  const running = new Map<string, Promise<void>>()

  async function serve(tenant: TenantId, id: string): Promise<void> {
    try {
      while (!abort.signal.aborted && (await deliverAlerts(ports, tenant, id, abort.signal)) > 0);
    } catch (error) {
      if (!abort.signal.aborted)
        ports.log.error({ err: error, destination_id: id }, 'a delivery was interrupted and will continue')
    }
  }

  const idle = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running.values())
  }
  return {
    job: {
      name: 'deliver-alerts',
      everyMs,
      async run({ signal }) {
        for await (const tenant of allTenants(ports.registry)) {
          if (signal.aborted || abort.signal.aborted) return
          const due = await ports.registry.list(alertDeliveries, tenant, {
            where: { due_at: { lt: ports.clock.now() + 1 } },
            order: { by: 'due_at', direction: 'asc' },
            limit: DUE_PAGE,
          })
          for (const { doc } of due) {
            const key = `${tenant} ${doc.id}`
            if (running.has(key)) continue
            running.set(
              key,
              limit(() => serve(tenant, doc.id)).finally(() => running.delete(key)),
            )
          }
        }
      },
    },
    idle,
    async stop() {
      abort.abort()
      await idle()
    },
  }
}
