import type { Job } from '@wardline/host'
import { PLATFORM_TENANT, type TenantId, tenantId } from '@wardline/kernel'
import { mdmSyncStates, tenants } from '@wardline/registries'
import type { MdmContext } from '../context.ts'
import type { SyncRunner } from './sync-runner.ts'

const TENANTS_PAGE = 200
const DUE_PAGE = 50

/** The clock of syncs: those whose time has come, those that wait for somebody to do them, and those that a crash left. */
export const runDueSyncs = (context: MdmContext, runner: SyncRunner): Job => ({
  name: 'run-due-mdm-syncs',
  everyMs: context.config.pollMs,
  async run({ signal }) {
    for await (const tenant of allTenants(context)) {
      if (signal.aborted) return
      const due = await context.registry.list(mdmSyncStates, tenant, {
        where: { due_at: { lt: context.clock.now() + 1 } },
        order: { by: 'due_at', direction: 'asc' },
        limit: DUE_PAGE,
      })
      for (const { doc } of due) runner.kick(tenant, doc.id)
    }
  },
})

async function* allTenants({ registry }: MdmContext): AsyncGenerator<TenantId> {
  let after: { value: string; id: string } | undefined
  for (;;) {
    const page = await registry.list(tenants, PLATFORM_TENANT, { limit: TENANTS_PAGE, ...(after ? { after } : {}) })
    for (const { doc } of page) if (doc.id !== PLATFORM_TENANT) yield tenantId(doc.id)
    const last = page.at(-1)?.doc.id
    if (last === undefined || page.length < TENANTS_PAGE) return
    after = { value: last, id: last }
  }
}
