import type { TenantId } from '@wardline/kernel'
import pLimit from 'p-limit'
import type { MdmContext } from '../context.ts'
import { runSync } from './run-sync.ts'

/** Runs syncs in the background, a few at a time. */
export interface SyncRunner {
  /** Soon does what is due for the connection, only once however often it is called. */
  kick(tenant: TenantId, connectionId: string): void
  /** Resolves when nothing runs. */
  idle(): Promise<void>
  /** Interrupts running syncs after their current write. The next start continues them. */
  stop(): Promise<void>
}

export function createSyncRunner(context: MdmContext): SyncRunner {
  const limit = pLimit(context.config.concurrentSyncs)
  const abort = new AbortController()
  const running = new Map<string, Promise<void>>()

  const run = async (tenant: TenantId, connectionId: string): Promise<void> => {
    if (abort.signal.aborted) return
    try {
      await runSync(context, tenant, connectionId, abort.signal)
    } catch (error) {
      context.metrics.count('mdm_sync_faults_total')
      context.log.error({ err: error, connection_id: connectionId }, 'a sync was interrupted and will continue')
    }
  }
  const idle = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running.values())
  }
  return {
    kick(tenant, connectionId) {
      const key = `${tenant} ${connectionId}`
      if (abort.signal.aborted || running.has(key)) return
      running.set(
        key,
        limit(() => run(tenant, connectionId)).finally(() => running.delete(key)),
      )
    },
    idle,
    async stop() {
      abort.abort()
      await idle()
    },
  }
}
