import { type Keyring, PLATFORM_TENANT, type TenantId, unseal } from '@wardline/kernel'
import type { Stored } from '@wardline/ports'
import { type Collection, type ErasureOrderDoc, type ErasurePartDoc, erasureOrders } from '@wardline/registries'
import { update } from '../documents/update.ts'
import type { Job, ServicePorts } from '../service.ts'
import { type SubjectText, subjectText } from './subject-text.ts'

/** Where the value of an erasure is sealed. */
export const erasureContext = (tenant: TenantId, id: string): string => `log erasure ${tenant} ${id}`

/** Whom a service has to forget. */
export interface ErasedSubject {
  readonly tenantId: TenantId
  /** As searches compare it: folded, except an asset id. */
  readonly value: string
  readonly text: SubjectText
  /** Milliseconds since the epoch: what was received later stays. */
  readonly until: number
}

/** One kind of records that a service goes through, page by page. */
export interface ErasureStep {
  /** What its records are counted as. */
  readonly name: string
  /**
   * Goes through one page. A crash may repeat it.
   * @returns how many records it changed or removed, and where the next page begins; null after the last one
   */
  page(
    subject: ErasedSubject,
    after: string | null,
  ): Promise<{ readonly changed: number; readonly next: string | null }>
}

/** Orders that are looked at in one run. A tenant has at most a hundred erasures that are not done. */
const MAX_ORDERS = 1000

/**
 * A service's part in the erasures that the log store orders. A page is one unit of work, and its progress is written
 * after it: a process that is killed goes on where it was. Any number of instances may run.
 */
export function eraseSubjects(
  { registry, keyring }: Pick<ServicePorts, 'registry' | 'keyring'>,
  parts: Collection<ErasurePartDoc>,
  steps: readonly ErasureStep[],
): Job {
  const begin = async ({ id, pass }: ErasureOrderDoc): Promise<Stored<ErasurePartDoc>> => {
    const { stored } = await update(registry, parts, PLATFORM_TENANT, id, current => {
      if (current && current.doc.pass >= pass) return undefined
      const changed = current?.doc.changed ?? {}
      const doc: ErasurePartDoc = { id, pass, state: 'running', step: 0, after: null, changed }
      return { doc }
    })
    if (!stored) throw new Error('a part of an erasure could not be begun')
    return stored
  }
  /** One page. @returns the part afterwards, as another instance may have left it. */
  const proceed = async (
    { doc, version }: Stored<ErasurePartDoc>,
    subject: ErasedSubject,
  ): Promise<Stored<ErasurePartDoc>> => {
    const step = steps[doc.step]
    const { changed, next } = step ? await step.page(subject, doc.after) : { changed: 0, next: null }
    const last = next === null && doc.step >= steps.length - 1
    const moved: ErasurePartDoc = {
      ...doc,
      state: last ? 'done' : 'running',
      step: next === null ? doc.step + 1 : doc.step,
      after: next,
      changed: step ? { ...doc.changed, [step.name]: (doc.changed[step.name] ?? 0) + changed } : doc.changed,
    }
    const written = await registry.write(parts, PLATFORM_TENANT, moved, { expect: version })
    if (written.ok) return { doc: moved, version: written.version }
    return (await registry.read(parts, PLATFORM_TENANT, doc.id)) ?? { doc: moved, version }
  }
  const removeOld = async (ordered: ReadonlySet<string>): Promise<void> => {
    const made = await registry.list(parts, PLATFORM_TENANT, { limit: MAX_ORDERS })
    for (const { doc, version } of made)
      if (!ordered.has(doc.id)) await registry.remove(parts, PLATFORM_TENANT, doc.id, version)
  }
  return {
    name: `erase-${parts.owner}`,
    everyMs: 2_000,
    async run({ signal }) {
      const orders = await registry.list(erasureOrders, PLATFORM_TENANT, { limit: MAX_ORDERS })
      for (const { doc: order } of orders) {
        let part = await begin(order)
        if (part.doc.state === 'done') continue
        const subject = subjectOf(keyring, order)
        while (part.doc.state !== 'done' && part.doc.pass === order.pass) {
          signal.throwIfAborted()
          part = await proceed(part, subject)
        }
      }
      if (orders.length < MAX_ORDERS) await removeOld(new Set(orders.map(({ doc }) => doc.id)))
    },
  }
}

function subjectOf(keyring: Keyring, { id, tenant_id: tenant, sealed_value, requested_at }: ErasureOrderDoc) {
  const value = unseal(keyring.key(tenant, 'archive'), sealed_value, erasureContext(tenant, id)).toString()
  return { tenantId: tenant, value, text: subjectText(value), until: Date.parse(requested_at) }
}
