import type { Envelope } from '@wardline/events'
import type { TenantId } from '@wardline/kernel'
import type { Registry, Stored } from '@wardline/ports'
import type { Collection, Document } from '@wardline/registries'

interface Change<D> {
  readonly doc: D
  readonly emit?: readonly Envelope[]
}

/**
 * Read, change, write; again when somebody else wrote in between, at most `attempts` times. `change` answers undefined to leave the document
 * as it is. It may run more than once, so it must have no effects of its own.
 * @returns what is stored now, or undefined when there is no document and `change` made none.
 * @throws Error when the document is contended beyond `attempts`, or a unique key is taken.
 */
export async function update<D extends Document>(
  registry: Registry,
  c: Collection<D>,
  tenant: TenantId,
  id: string,
  change: (current: Stored<D> | undefined) => Change<D> | undefined,
  attempts = 16,
): Promise<Stored<D> | undefined> {
  for (let i = 0; i < attempts; i++) {
    const current = await registry.read(c, tenant, id)
    const next = change(current)
    if (!next) return current
    const result = await registry.write(c, tenant, next.doc, {
      expect: current?.version ?? 'absent',
      ...(next.emit ? { emit: next.emit } : {}),
    })
    if (result.ok) return { doc: next.doc, version: result.version }
    if (result.conflict === 'unique') throw new Error(`${c.name}: the value of ${result.key} is taken`)
  }
  throw new Error(`${c.name}: too much contention on one document`)
}
