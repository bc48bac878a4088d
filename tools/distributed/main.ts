// `npm run start:distributed`: the eight services as separate processes, on the engines that WARDLINE_*_URL variables
// name or, without them, on those of `npm run engines:up`. Files in WARDLINE_DATA_DIR as in the embedded profile;
// SIGTERM ends all.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  createLogger,
  type DataDir,
  EXIT,
  masterKeyOfFolder,
  NEXT_KEY_FILE,
  openDataDir,
  startAdminServer,
} from '@wardline/host'
import { ConfigError } from '@wardline/kernel'
import { readSupervisorConfig, type SupervisorConfig } from './config.ts'
import { stateOfAll } from './health.ts'
import { serviceMains } from './service-mains.ts'
import type { Supervised } from './supervised-process.ts'
import { startSupervisor } from './supervisor.ts'

const CONSOLE = fileURLToPath(new URL('../../apps/console/dist/index.html', import.meta.url))
const say = (line: string): void => void process.stdout.write(`${line}\n`)

async function run(config: SupervisorConfig): Promise<void> {
  const log = createLogger(config.logLevel).child({ service: 'supervisor' })
  const dir = openDataDir(config.dataDir)
  dir.remove('run.json')
  const supervisor = startSupervisor({
    mains: serviceMains(),
    replicas: config.replicas,
    env: { ...config.childEnv, ...masterKeyOf(dir, config) },
    gatewayEnv: { ...config.gatewayEnv, WARDLINE_BOOTSTRAP_DIR: `${dir.path}/bootstrap` },
    log,
    onChange: processes => dir.write('processes.json', `${JSON.stringify(processes.map(describe), null, 2)}\n`),
  })
  let stopping = false
  const stop = (code: number): void => {
    if (stopping) process.exit(1)
    stopping = true
    dir.remove('run.json')
    supervisor.stop().then(
      () => {
        dir.remove('processes.json')
        process.exit(code)
      },
      () => process.exit(1),
    )
  }
  process.on('SIGTERM', () => stop(0))
  process.on('SIGINT', () => stop(0))
  process.on('SIGHUP', () => supervisor.reload())
  try {
    const state = stateOfAll(supervisor.processes, () => stopping)
    const admin = await startAdminServer({ host: config.host, port: config.adminPort, build: config.build, state })
    const urls = await supervisor.ready
    if (dir.read('bootstrap/admin-token') === undefined)
      log.warn(
        {},
        'the engines have accounts from an earlier start with another data folder: their tokens are not here',
      )
    announce(dir, urls, admin.url)
  } catch (error) {
    if (stopping) return
    log.fatal({ err: error }, 'wardline cannot start')
    stop(1)
  }
}

const describe = (p: Supervised) => ({
  name: p.name,
  pid: p.pid(),
  admin_url: p.adminUrl(),
  internal_url: p.internalUrl(),
})

/**
 * The operator's key, or one created at the first start; passed as a file, so that it is in no process's environment.
 * After a rotation that was interrupted, the next key may be the one that opens the data keys.
 */
function masterKeyOf(dir: DataDir, config: SupervisorConfig): NodeJS.ProcessEnv {
  if (config.hasMasterKey) return {}
  masterKeyOfFolder(dir)
  return {
    WARDLINE_MASTER_KEY_FILE: `${dir.path}/keys/master.key`,
    ...(dir.read(NEXT_KEY_FILE) === undefined
      ? {}
      : { WARDLINE_MASTER_KEY_PREVIOUS_FILE: `${dir.path}/${NEXT_KEY_FILE}` }),
  }
}

function announce(dir: DataDir, urls: Readonly<Record<string, string>>, adminUrl: string): void {
  const { api_url, agent_url } = urls
  if (existsSync(CONSOLE)) say(`Console                                         ${api_url}/console/`)
  say(`REST API and reference (plain, loopback only)  ${api_url}  (${api_url}/docs)`)
  say(`Agents and REST API (TLS)                       ${agent_url}`)
  say(`Health and metrics of all services              ${adminUrl}`)
  say(`Bootstrap tokens and the CA that agents trust   ${dir.path}/bootstrap/`)
  dir.write('run.json', `${JSON.stringify({ pid: process.pid, api_url, agent_url, admin_url: adminUrl })}\n`)
  say('ready')
}

try {
  await run(readSupervisorConfig(process.env))
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`wardline cannot start: ${error.message}\n`)
  process.exitCode = EXIT.configuration
}
