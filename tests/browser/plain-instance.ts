// A Wardline of its own with one log source and nothing else, which can be stopped and started again with what it holds.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type ApiClient, createApiClient } from '../../tools/client/api.ts'
import { type Instance, removeDataDir, startInstance } from '../../tools/instance/start.ts'
import { drained } from '../support/drained.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

export interface Plain {
  readonly instance: Instance
  readonly admin: ApiClient
  /** A token of a new account of that role. */
  account(role: string): Promise<string>
  /** Sends logs, and waits until they can be searched. */
  ingest(raws: readonly (string | object)[]): Promise<void>
  /** Ends the process and gives back what starts it again, on the same ports with the same data. */
  interrupt(): Promise<() => Promise<void>>
  stop(): Promise<void>
}

/** @param start of which profile. */
export async function startPlain(start: typeof startInstance = startInstance): Promise<Plain> {
  await run(process.execPath, ['apps/console/build/main.ts', '--if-stale'], { cwd: ROOT })
  let instance = await start()
  const admin = createApiClient(instance.apiUrl, { token: instance.adminToken })
  const source = (await admin.post('/log-sources', { name: 'browser tests', format: 'auto' })).body.log_source_id
  const port = (url: string): string => new URL(url).port
  return {
    get instance() {
      return instance
    },
    admin,
    async account(role) {
      return (await admin.post('/service-accounts', { name: `browser ${role}`, roles: [role] })).body.token
    },
    async ingest(raws) {
      const sent = await admin.post('/logs/ingest', { log_source_id: source, events: raws.map(raw => ({ raw })) })
      if (sent.status !== 202 || sent.body.rejected > 0) throw new Error(`ingest answered ${sent.status}`)
      await drained(admin, source)
    },
    async interrupt() {
      const { apiUrl, agentUrl, adminUrl, dataDir } = instance
      await instance.stop()
      return async () => {
        instance = await start({
          dataDir,
          env: {
            WARDLINE_API_PORT: port(apiUrl),
            WARDLINE_AGENT_PORT: port(agentUrl),
            WARDLINE_ADMIN_PORT: port(adminUrl),
          },
        })
      }
    },
    async stop() {
      await admin.close()
      await instance.stop()
      removeDataDir(instance.dataDir)
    },
  }
}
