import { setTimeout as delay } from 'node:timers/promises'
import type { Service, ServicePorts } from '@wardline/service-kit'
import { type MdmConnectorConfig, mdmDefaults } from './config.ts'
import type { MdmContext } from './context.ts'
import { mdmOperations } from './routes.ts'
import { runDueSyncs } from './sync/run-due-syncs.ts'
import { createSyncRunner } from './sync/sync-runner.ts'

/**
 * Reads device posture from device-management providers. It never writes there, and stores nothing personal. `config` must
 * have the egress client and the secrets; everything else in it overrides {@link mdmDefaults}. The egress client is closed
 * with the service.
 */
export function createMdmConnector(
  ports: ServicePorts,
  config: Pick<MdmConnectorConfig, 'egress' | 'secrets'> & Partial<MdmConnectorConfig>,
): Service {
  const context: MdmContext = { ...ports, config: { ...mdmDefaults, sleep, ...config } }
  const runner = createSyncRunner(context)
  return {
    name: 'mdm-connector',
    operations: mdmOperations(context, runner),
    subscriptions: [],
    jobs: [runDueSyncs(context, runner)],
    async stop() {
      await runner.stop()
      await context.config.egress.close()
    },
  }
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal })
}
