import { PLATFORM_TENANT } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { restores } from '@wardline/registries'

/** When the registry was last restored, or '' if never: versions of documents are comparable from then on. */
export async function journalEpoch(registry: Registry): Promise<string> {
  const order = { by: 'settled_at', direction: 'desc' } as const
  const [newest] = await registry.list(restores, PLATFORM_TENANT, { order, limit: 1 })
  return newest?.doc.settled_at ?? ''
}
