import { randomBytes } from 'node:crypto'
import { type Clock, type Keyring, newId, rfc3339, seal, type TenantId, unseal } from '@wardline/kernel'
import type { ArchiveKey, Registry } from '@wardline/ports'
import { type ArchiveKeyDoc, archiveKeys } from '@wardline/registries'

/** A tenant has one key at a time, and gets another only after that one is destroyed. */
const MAX_KEYS = 1000

export interface ArchiveKeys {
  /** The key for new objects. It is created if the tenant has none. */
  current(tenant: TenantId): Promise<ArchiveKey>
  /** @returns undefined once the key is destroyed. */
  find(tenant: TenantId, id: string): Promise<ArchiveKey | undefined>
}

const context = (tenant: TenantId, id: string): string => `archive key ${tenant} ${id}`

/**
 * Archive keys. They are random, and stored sealed under a key of the tenant, so that each can
 * be destroyed.
 */
export function createArchiveKeys({
  registry,
  keyring,
  clock,
}: {
  readonly registry: Registry
  readonly keyring: Keyring
  readonly clock: Clock
}): ArchiveKeys {
  const opened = (tenant: TenantId, { id, sealed_key }: ArchiveKeyDoc): ArchiveKey | undefined =>
    sealed_key === null
      ? undefined
      : { id, bytes: unseal(keyring.key(tenant, 'archive'), sealed_key, context(tenant, id)) }

  return {
    async current(tenant) {
      const all = await registry.list(archiveKeys, tenant, { limit: MAX_KEYS })
      const live = all.map(({ doc }) => opened(tenant, doc)).find(key => key !== undefined)
      if (live) return live
      const id = newId('ark')
      const bytes = randomBytes(32)
      const doc: ArchiveKeyDoc = {
        id,
        sealed_key: seal(keyring.key(tenant, 'archive'), bytes, context(tenant, id)),
        created_at: rfc3339(clock.now()),
        destroyed_at: null,
      }
      await registry.write(archiveKeys, tenant, doc, { expect: 'absent' })
      return { id, bytes }
    },
    async find(tenant, id) {
      const stored = await registry.read(archiveKeys, tenant, id)
      return stored && opened(tenant, stored.doc)
    },
  }
}
