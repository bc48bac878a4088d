import { PLATFORM_TENANT } from '@wardline/kernel'
import { mdmSyncStates } from '@wardline/registries'
import { allTenants, type Job } from '@wardline/service-kit'
import type { MdmContext } from '../context.ts'
import type { SyncRunner } from './sync-runner.ts'

const DUE_PAGE = 50

/** Starts the syncs that are due, those that are waiting, and those that a crash has interrupted. */
export const runDueSyncs = (context: MdmContext, runner: SyncRunner): Job => ({
  name: 'run-due-mdm-syncs',
  everyMs: context.config.pollMs,
  async run({ signal }) {
    for await (const tenant of allTenants(context.registry)) {
      if (signal.aborted) return
      if (tenant === PLATFORM_TENANT) continue
      const due = await context.registry.list(mdmSyncStates, tenant, {
        where: { due_at: { lt: context.clock.now() + 1 } },
        order: { by: 'due_at', direction: 'asc' },
        limit: DUE_PAGE,
      })
      for (const { doc } of due) runner.kick(tenant, doc.id)
    }
  },
})
