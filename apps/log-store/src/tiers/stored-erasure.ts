import { isDeepStrictEqual } from 'node:util'
import type { TenantId } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { type LogErasureDoc, logErasures } from '@wardline/registries'
import { update } from '@wardline/service-kit'

/** The record of one erasure. Both @throws Error when it is gone. */
export interface StoredErasure {
  read(): Promise<LogErasureDoc>
  /** Writes only what differs: a step that is repeated writes nothing. @returns it as it is then */
  change(changed: (doc: LogErasureDoc) => Partial<LogErasureDoc>): Promise<LogErasureDoc>
}

export function storedErasure(
  { registry }: { readonly registry: Registry },
  tenant: TenantId,
  id: string,
): StoredErasure {
  const there = <T>(found: T | undefined): T => {
    if (found === undefined) throw new Error('an erasure is gone')
    return found
  }
  return {
    read: async () => there(await registry.read(logErasures, tenant, id)).doc,
    async change(changed) {
      const { stored } = await update(registry, logErasures, tenant, id, current => {
        const { doc } = there(current)
        const next = { ...doc, ...changed(doc) }
        return isDeepStrictEqual(next, doc) ? undefined : { doc: next }
      })
      return there(stored).doc
    },
  }
}
