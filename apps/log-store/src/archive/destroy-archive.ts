import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { invalid, rfc3339 } from '@wardline/kernel'
import { archiveKeys } from '@wardline/registries'
import { type ServicePorts, update } from '@wardline/service-kit'
import { isHeld } from '../tiers/tenant-end.ts'
import { tierFact } from '../tiers/tier-facts.ts'
import { held } from './erasures.ts'
import { requestTiers } from './request-tiers.ts'

/**
 * `POST /archives/destroy`: destroys the keys of a tenant's archive, and with them everything that was archived,
 * immediately and permanently. Events that are still searchable are not affected. They are archived later under a new
 * key.
 */
export const destroyArchive =
  (ports: ServicePorts): OperationHandler<'destroyArchive'> =>
  async request => {
    const { registry, clock, keyring } = ports
    const { tenantId } = tenantPrincipal(request)
    const { confirm_tenant_id } = request.body
    if (confirm_tenant_id !== tenantId) throw invalid('/confirm_tenant_id', "must be this tenant's id")
    if (await isHeld(registry, tenantId)) throw held()
    const keys = await registry.list(archiveKeys, tenantId, { limit: 1000 })
    let destroyed = 0
    for (const { doc: key } of keys) {
      if (key.sealed_key === null) continue
      const now = clock.now()
      const fact = tierFact(keyring, tenantId, now, {
        type: 'retention_move',
        subject: { type: 'archive_key', id: key.id },
        summary: 'An archive key was destroyed, and with it everything archived under that key.',
        details: { to: 'destroyed' },
        once: ['destroyed', key.id],
        correlationId: request.correlationId,
      })
      await update(registry, archiveKeys, tenantId, key.id, current =>
        current?.doc.sealed_key
          ? { doc: { ...current.doc, sealed_key: null, destroyed_at: rfc3339(now) }, emit: [fact] }
          : undefined,
      )
      destroyed++
    }
    await requestTiers(ports, tenantId)
    return { status: 200, body: { destroyed_keys: destroyed } }
  }
