// A Wardline of its own that the demo has filled, and whose simulated device management can be asked.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type ApiClient, createApiClient } from '../../tools/client/api.ts'
import { type Instance, removeDataDir, startInstance } from '../../tools/instance/start.ts'
import { createFleet } from '../../tools/simulators/fleet.ts'
import { simulatorSettings } from '../../tools/simulators/instance-settings.ts'
import { createGraphSimulator } from '../../tools/simulators/microsoft-graph.ts'
import { serveSimulator } from '../../tools/simulators/serve.ts'
import { drained } from '../support/drained.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

export interface Filled {
  readonly instance: Instance
  readonly admin: ApiClient
  readonly auditorToken: string
  /** Of the simulated Microsoft Graph. */
  readonly graphUrl: string
  /** Sends logs of a source of its own. */
  readonly ingest: (raws: readonly (string | object)[]) => Promise<void>
  stop(): Promise<void>
}

export async function startFilled(): Promise<Filled> {
  await run(process.execPath, ['apps/console/build/main.ts', '--if-stale'], { cwd: ROOT })
  const settings = await simulatorSettings()
  const instance = await startInstance({ env: settings.env })
  await run(process.execPath, ['tools/demo/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, WARDLINE_DATA_DIR: instance.dataDir },
  })
  const admin = createApiClient(instance.apiUrl, { token: instance.adminToken })
  const auditor = await admin.post('/service-accounts', { name: 'browser auditor', roles: ['auditor'] })
  const source = await admin.post('/log-sources', { name: 'browser tests', format: 'auto' })
  const graphUrl = `http://127.0.0.1:${settings.port}`
  const fleet = createFleet(30, ['macOS', 'Windows', 'iOS'])
  const served = await serveSimulator(
    createGraphSimulator({ fleet, origin: () => graphUrl, pageSize: 10 }),
    settings.port,
  )
  return {
    instance,
    admin,
    auditorToken: auditor.body.token,
    graphUrl,
    async ingest(raws) {
      const sent = await admin.post('/logs/ingest', {
        log_source_id: source.body.log_source_id,
        events: raws.map(raw => ({ raw })),
      })
      if (sent.status !== 202) throw new Error(`ingest answered ${sent.status}`)
      await drained(admin, source.body.log_source_id)
    },
    async stop() {
      await admin.close()
      await served.close()
      await instance.stop()
      removeDataDir(instance.dataDir)
    },
  }
}
