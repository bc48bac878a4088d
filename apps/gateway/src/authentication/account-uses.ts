import { type Clock, rfc3339, type TenantId } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { serviceAccountUses } from '@wardline/registries'
import { update } from '@wardline/service-kit'
import { LRUCache } from 'lru-cache'

/**
 * A use is recorded at most this often per account and process: it only has to show whether an account is used at all.
 */
const NOTE_MS = 60_000
const MAX_ACCOUNTS = 10_000

export interface AccountUses {
  /** Never waits and never fails: it does not delay a request. */
  note(tenant: TenantId, accountId: string): void
}

export function createAccountUses(registry: Registry, clock: Clock): AccountUses {
  const noted = new LRUCache<string, number>({ max: MAX_ACCOUNTS })
  return {
    note(tenant, id) {
      const now = clock.now()
      if (now - (noted.get(id) ?? Number.NEGATIVE_INFINITY) < NOTE_MS) return
      noted.set(id, now)
      const doc = { id, last_used_at: rfc3339(now) }
      update(registry, serviceAccountUses, tenant, id, stored =>
        stored && stored.doc.last_used_at >= doc.last_used_at ? undefined : { doc },
      ).catch(() => noted.delete(id))
    },
  }
}

/** RFC 3339, or null for never. */
export const lastUseOf = async (registry: Registry, tenant: TenantId, accountId: string): Promise<string | null> =>
  (await registry.read(serviceAccountUses, tenant, accountId))?.doc.last_used_at ?? null
