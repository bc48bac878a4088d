import type { Envelope } from '@wardline/events'
import { Problem, type TenantId } from '@wardline/kernel'
import type { Registry, Stored } from '@wardline/ports'
import type { Collection, Document } from '@wardline/registries'

/** A document to write, and the events to publish with it. */
export interface Change<D> {
  readonly doc: D
  readonly emit?: readonly Envelope[]
}

/** A change that also returns a result. Without a `doc` the stored document stays as it is. */
export interface Decision<D, R> {
  readonly doc?: D | undefined
  readonly emit?: readonly Envelope[]
  readonly result: R
}

/**
 * `stored`: what is stored now, undefined when there is nothing. `result`: the result of the change that was written,
 * or that left the document as it is.
 */
export interface Updated<D, R> {
  readonly stored: Stored<D> | undefined
  readonly result: R
}

export interface UpdateOptions<D> {
  /** Number of tries before the document counts as contended; 16 by default. */
  readonly attempts?: number
  /** The document as the caller has just read it; saves the first read. */
  readonly known?: Stored<D>
}

type Awaitable<T> = T | Promise<T>

/**
 * Reads, changes and writes a document, and tries again when another writer came in between. `change` returns
 * undefined, or no `doc`, to leave the document as it is; what it throws is thrown. It may run more than once, so it
 * assigns nothing outside itself (it returns a `result` instead), and its effects elsewhere must be harmless to repeat.
 * @throws Problem `unavailable` when the document is contended beyond `attempts`; Error when a unique key is taken.
 */
export async function update<D extends Document, R>(
  registry: Registry,
  c: Collection<D>,
  tenant: TenantId,
  id: string,
  change: (current: Stored<D> | undefined) => Awaitable<Decision<D, R>>,
  options?: UpdateOptions<D>,
): Promise<Updated<D, R>>
export async function update<D extends Document>(
  registry: Registry,
  c: Collection<D>,
  tenant: TenantId,
  id: string,
  change: (current: Stored<D> | undefined) => Awaitable<Change<D>>,
  options?: UpdateOptions<D>,
): Promise<{ readonly stored: Stored<D>; readonly result: undefined }>
export async function update<D extends Document>(
  registry: Registry,
  c: Collection<D>,
  tenant: TenantId,
  id: string,
  change: (current: Stored<D> | undefined) => Awaitable<Change<D> | undefined>,
  options?: UpdateOptions<D>,
): Promise<Updated<D, undefined>>
export async function update<D extends Document, R>(
  registry: Registry,
  c: Collection<D>,
  tenant: TenantId,
  id: string,
  change: (current: Stored<D> | undefined) => Awaitable<Partial<Decision<D, R>> | undefined>,
  { attempts = 16, known }: UpdateOptions<D> = {},
): Promise<Updated<D, R | undefined>> {
  for (let i = 0; i < attempts; i++) {
    const current = i === 0 && known ? known : await registry.read(c, tenant, id)
    const next = await change(current)
    if (!next?.doc) return { stored: current, result: next?.result }
    const { doc, emit, result } = next
    const written = await registry.write(c, tenant, doc, {
      expect: current?.version ?? 'absent',
      ...(emit ? { emit } : {}),
    })
    if (written.ok) return { stored: { doc, version: written.version }, result }
    if (written.conflict === 'unique') throw new Error(`${c.name}: the value of ${written.key} is taken`)
  }
  throw contended(c)
}

/**
 * Reads and removes a document, and tries again when another writer came in between, or while events of the document
 * are waiting. `check` may throw to keep it.
 * @returns the removed document, even when another caller was faster; undefined when it did not exist
 * @throws Problem `unavailable` when it cannot be removed now.
 */
export async function removeStored<D extends Document>(
  registry: Registry,
  c: Collection<D>,
  tenant: TenantId,
  id: string,
  check: (current: Stored<D>) => Awaitable<void> = () => {},
): Promise<Stored<D> | undefined> {
  let last: Stored<D> | undefined
  for (let i = 0; i < 8; i++) {
    const current = await registry.read(c, tenant, id)
    if (!current) return last
    await check(current)
    if (await registry.remove(c, tenant, id, current.version)) return current
    last = current
  }
  throw contended(c)
}

/** The error for a document that others change again and again. */
export const contended = ({ name }: Collection<never>): Problem =>
  new Problem('unavailable', { cause: new Error(`${name}: too much contention on one document`) })
