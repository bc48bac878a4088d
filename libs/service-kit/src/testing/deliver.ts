import type { Delivery } from '@wardline/ports'
import { type KeeperPorts, keepingRejections } from '../keeping-rejections.ts'
import type { Service } from '../service.ts'
import type { Verdict } from '../subscription.ts'

/**
 * Gives a batch to a service as its host does, with rejections kept. Uses the first subscription if no group is named.
 */
export async function deliverTo(
  service: Pick<Service, 'name' | 'subscriptions'>,
  ports: KeeperPorts,
  batch: readonly Delivery[],
  group?: string,
): Promise<readonly Verdict[]> {
  const subscription = service.subscriptions.find(s => group === undefined || s.group === group)
  if (!subscription) throw new Error(`${service.name} has no group ${group}`)
  const handle = keepingRejections(service.name, subscription, ports)
  return handle(batch, { signal: new AbortController().signal, heartbeat: async () => {} })
}
