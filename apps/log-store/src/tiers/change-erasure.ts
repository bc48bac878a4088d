import type { TenantId } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { type LogErasureDoc, logErasures } from '@wardline/registries'
import { update } from '@wardline/service-kit'

/** Changes an erasure. @returns it as it is then */
export type ChangeErasure = (changed: (doc: LogErasureDoc) => Partial<LogErasureDoc>) => Promise<LogErasureDoc>

export const changeErasure =
  ({ registry }: { readonly registry: Registry }, tenant: TenantId, id: string): ChangeErasure =>
  async changed => {
    const { stored } = await update(registry, logErasures, tenant, id, current => {
      if (!current) throw new Error('an erasure is gone')
      const change = changed(current.doc)
      return Object.keys(change).length === 0 ? undefined : { doc: { ...current.doc, ...change } }
    })
    if (!stored) throw new Error('an erasure is gone')
    return stored.doc
  }
