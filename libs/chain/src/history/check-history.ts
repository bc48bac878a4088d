import type { TenantId } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { bindingOf, createHistoryCheck } from '@wardline/transparency'
import type { History } from './history.ts'
import { restoredHistory } from './history-keys.ts'
import { type LoggedLink, loggedRecord } from './history-kind.ts'

const PAGE = 200

/**
 * Reads a tenant's log from its first record and checks it against the tree and every signed checkpoint; raises an
 * alarm for every fault. Yields the number of records read since the last time.
 */
export async function* checkHistory<Link extends LoggedLink>(
  registry: Registry,
  history: History<Link>,
  tenant: TenantId,
): AsyncGenerator<number, void, undefined> {
  const opened = await history.open(tenant)
  if (!opened) return
  const { state, tree } = opened
  const { kind } = history
  const { key } = history.keysOf(tenant)
  const restores = state.restores.map(restoredHistory)
  const check = createHistoryCheck()
  const anchored = await history.anchored(tenant)
  // A checkpoint signed after the state was read is left for the next run.
  if (anchored && anchored.size <= state.size && bindingOf(anchored, restores) === 'binding') check.expect(anchored)

  let next = 1
  while (next <= state.size) {
    const page = { gte: next, lt: Math.min(next + PAGE, state.size + 1) }
    const signed = await registry.list(kind.checkpoints, tenant, {
      where: { size: page },
      order: { by: 'size', direction: 'asc' },
      limit: 1_000,
    })
    for (const { doc } of signed) {
      const checkpoint = key.open(doc.note)
      if (checkpoint?.size !== doc.size) check.unsigned(doc.size)
      else if (bindingOf(checkpoint, restores) === 'binding') check.expect(checkpoint)
    }
    const links = await registry.list(kind.links, tenant, {
      where: { position: page },
      order: { by: 'position', direction: 'asc' },
      limit: PAGE,
    })
    for (const { doc } of links) check.add(loggedRecord(kind, tenant, doc))
    next = page.lt
    yield links.length
  }
  const faults = [...check.end()]
  if (check.size < state.size) faults.push({ fault: 'truncated', position: check.size, size: state.size })
  else if (!check.root().equals(await tree.rootAt(state.size))) faults.push({ fault: 'tree', size: state.size })
  const [first] = faults
  if (first) history.raise(tenant, first)
}
