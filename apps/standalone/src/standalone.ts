import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ownOpenApi, rowOf } from '@wardline/api'
import { createFileArchive } from '@wardline/archive'
import { type EmbeddedEngines, openEmbedded, storageSettingsOf } from '@wardline/engines-embedded'

import { bootstrap, createGatewayServer, publicUrlOf, trustedProxiesOf } from '@wardline/gateway'

import {
  BACKUP_IDENTITY_FILE,
  backupRecipients,
  createInternalSigner,
  createInternalVerifier,
  createLocalDispatch,
  type DataDir,
  type HostPorts,
  internalKeys,
  type MetricsForm,
  type MetricsHub,
  openDataDir,
  openFolderKeys,
  openTelemetry,
  portsFor,
  readBuildInfo,
  restoredMarker,
  runServices,
  startAdminServer,
  tracedBus,
  tracedIndex,
  tracedRegistry,
  tracesOf,
} from '@wardline/host'
import { createEgress } from '@wardline/http'
import { keyringOf, SERVICES, StartFault, systemClock } from '@wardline/kernel'
import { tenantRedactors } from '@wardline/redaction'
import type { Tracing } from '@wardline/service-kit'
import type { Logger } from 'pino'
import { buildServices } from './build-services.ts'
import type { StandaloneConfig } from './config.ts'
import { openRegistry } from './open-registry.ts'
import { type RunFile, removeRunFile, writeRunFile } from './run-file.ts'
import { threadedSettingsOf } from './threaded-settings.ts'
import type { ThreadName } from './threads/protocol.ts'
import { type ServiceThread, startThread } from './threads/start-thread.ts'
import { THREADED, THREADS } from './threads/threaded-services.ts'
import { watchStorage, whatToFree, writeAtStart } from './watch-storage.ts'

const CONSOLE = fileURLToPath(new URL('../../console/dist', import.meta.url))

export interface Surroundings {
  readonly log: Logger
  /** Prints one line for the operator who started the program. */
  say(line: string): void
  /** Something essential has died; the process should stop. */
  onFault(): void
}

export interface Standalone {
  /** Loads the operator's certificate if its files have changed. Never throws. */
  reload(): Promise<void>
  /** Completes the requests in flight, stores everything accepted, and releases the data folder. */
  stop(): Promise<void>
}

/**
 * The embedded profile: every service in one process, on engines that need only a folder (ADR 0001).
 * @throws StartFault
 */
export async function startStandalone(config: StandaloneConfig, surroundings: Surroundings): Promise<Standalone> {
  try {
    return await start(config, surroundings)
  } catch (error) {
    throw whatToFree(error, config)
  }
}

async function start(config: StandaloneConfig, surroundings: Surroundings): Promise<Standalone> {
  const { log } = surroundings
  const dir = openDataDir(config.WARDLINE_DATA_DIR)
  const engines = await openEmbedded({
    dataDir: dir.path,
    settings: storageSettingsOf(config),
    onWarning: warning => log.warn({ warning }, 'the storage reports a fault'),
  })
  const undo: (() => Promise<unknown>)[] = [() => engines.close()]
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  void engines.failed.then(error => {
    log.fatal({ err: error }, 'a storage thread has died')
    surroundings.onFault()
  })
  try {
    removeRunFile(dir)
    if (restoredMarker(dir) && dir.read('keys/master.key') === undefined && config.WARDLINE_MASTER_KEY === undefined)
      throw new StartFault(
        'the backup does not contain its master key: set WARDLINE_MASTER_KEY, or put keys/master.key back',
      )
    const { registry } = engines
    const { keys, by } = await openFolderKeys({ registry, clock: systemClock }, dir, config)
    if (by > 0 && config.WARDLINE_MASTER_KEY !== undefined)
      log.warn({}, 'the data keys are under WARDLINE_MASTER_KEY_PREVIOUS: run wardline keys rotate')
    const build = readBuildInfo(config.WARDLINE_COMMIT)
    const telemetry = { traces: config, build, services: SERVICES, name: 'wardline', log }
    const { metrics, alarms, tracing } = await openTelemetry(telemetry)
    undo.push(() => tracing.close())
    const storage = await watchStorage(engines, alarms)
    undo.push(async () => storage.stop())
    const archive = createFileArchive(config.WARDLINE_ARCHIVE_DIR)
    const keyring = keyringOf(keys)
    const bare: HostPorts = {
      ...portsOf(engines, tracing),
      ...{ archive, clock: systemClock, keyring, log, metrics, alarms, tracing },
    }
    const opened = await openRegistry(bare, dir, config)
    undo.push(() => opened.close())
    const host: HostPorts = { ...bare, registry: tracedRegistry(opened.registry, tracing) }
    await bootstrap(portsFor('gateway', host), openDataDir(join(dir.path, 'bootstrap')))
    await backupRecipients(dir, config.WARDLINE_BACKUP_RECIPIENTS, systemClock.now())

    const services = await buildServices(host, config, opened.checkpoints, build)
    const threaded = new Set<string>(THREADED)
    const here = services.filter(s => !threaded.has(s.name))
    const [running, ...threads] = await Promise.all([
      runServices(here, host),
      ...(Object.keys(THREADS) as ThreadName[]).map(name =>
        startThread(
          {
            name,
            engines: engines.connect(),
            dataKeys: keys,
            logLevel: config.WARDLINE_LOG_LEVEL,
            settings: threadedSettingsOf(config),
            traces: tracesOf(config),
            build,
          },
          error => {
            log.fatal({ err: error, thread: name }, 'a service thread has died')
            surroundings.onFault()
          },
        ),
      ),
    ])
    const serving = await runServices(
      services.filter(s => threaded.has(s.name)),
      { ...host, parts: { subscriptions: false, jobs: false } },
    )
    undo.push(() => Promise.all([running.stop(), serving.stop(), ...threads.map(t => t.stop())]))

    const { privateKey, publicKey } = internalKeys(host.keyring)
    const gateway = createGatewayServer({
      ports: portsFor('gateway', host),
      config: gatewayConfig(config),
      openapi: ownOpenApi(),
      consoleDir: CONSOLE,
      egress: createEgress({ allow: config.WARDLINE_EGRESS_ALLOW }),
      redactorFor: tenantRedactors(host.keyring),
      services: services.map(s => s.name),
      onTrustChanged: pem => dir.write('bootstrap/ca.pem', pem),
      dispatch: createLocalDispatch({
        services,
        ownerOf: operation => rowOf(operation)?.service,
        signer: createInternalSigner(privateKey),
        verifier: createInternalVerifier(publicKey),
        tracing,
      }),
    })
    const urls = await gateway.start()
    undo.push(() => gateway.drain())
    const state = { ready: true }
    const notReady = (): string | undefined => (state.ready ? gateway.notReady() : 'draining')
    const admin = await startAdminServer({
      host: config.WARDLINE_HOST,
      port: config.WARDLINE_ADMIN_PORT,
      build,
      exemplars: tracing.on,
      state: {
        live: async () => running.health().live && (await Promise.all(threads.map(t => t.health()))).every(h => h.live),
        notReady: async () => notReady(),
        remark: storage.remark,
        metricsText(form) {
          metrics.gauge('ready', notReady() === undefined ? 1 : 0)
          return metricsOf(metrics, running, threads, form ?? 'prometheus')
        },
      },
    })
    undo.push(async () => {
      state.ready = false
      removeRunFile(dir)
      await admin.close()
    })
    await writeAtStart(engines, () => dir.write('bootstrap/ca.pem', urls.trustPem))
    const remark = storage.remark()
    if (remark !== undefined) surroundings.say(remark)
    const addresses = { ...urls, adminUrl: admin.url }
    await writeAtStart(engines, () => writeRunFile(dir, runFileOf(addresses)))
    await engines.atStart.keepRoom()
    announce(surroundings, dir, addresses)
    return { reload: () => gateway.reload(), stop }
  } catch (error) {
    await stop().catch(err => log.warn({ err }, 'what had been started could not be stopped in order'))
    throw error
  }
}

const portsOf = (
  { bus, registry, index }: EmbeddedEngines,
  tracing: Tracing,
): Pick<EmbeddedEngines, 'bus' | 'registry' | 'index'> => ({
  bus: tracedBus(bus, tracing),
  registry,
  index: tracedIndex(index, tracing),
})

const gatewayConfig = (c: StandaloneConfig) => ({
  apiHost: c.WARDLINE_API_HOST ?? c.WARDLINE_HOST,
  apiPort: c.WARDLINE_API_PORT,
  agentHost: c.WARDLINE_HOST,
  agentPort: c.WARDLINE_AGENT_PORT,
  agentHostnames: c.WARDLINE_AGENT_HOSTNAMES,
  tlsCertificateFile: c.WARDLINE_TLS_CERT_FILE,
  tlsKeyFile: c.WARDLINE_TLS_KEY_FILE,
  trustDomain: c.WARDLINE_TRUST_DOMAIN,
  rateLimits: c.WARDLINE_RATE_LIMITS,
  publicUrl: publicUrlOf(c),
  trustedProxies: trustedProxiesOf(c),
  clockMark: c.WARDLINE_CLOCK_MARK,
})

async function metricsOf(
  metrics: MetricsHub,
  running: { health(): unknown },
  threads: readonly ServiceThread[],
  form: MetricsForm,
): Promise<string> {
  running.health()
  await Promise.all(threads.map(t => t.health()))
  return metrics.text(await Promise.all(threads.map(t => t.metrics())), form)
}

interface Addresses {
  readonly apiUrl: string
  readonly agentUrl: string
  readonly adminUrl: string
}

const runFileOf = (urls: Addresses): RunFile => ({
  pid: process.pid,
  api_url: urls.apiUrl,
  agent_url: urls.agentUrl,
  admin_url: urls.adminUrl,
})

function announce({ say }: Surroundings, dir: DataDir, urls: Addresses): void {
  if (existsSync(join(CONSOLE, 'index.html'))) {
    say(`Console                                         ${urls.apiUrl}/console/`)
  }
  say(`REST API and reference (plain, loopback only)  ${urls.apiUrl}  (${urls.apiUrl}/docs)`)
  say(`Agents and REST API (TLS)                       ${urls.agentUrl}`)
  say(`Health and metrics                              ${urls.adminUrl}`)
  say(`Bootstrap tokens and the CA that agents trust   ${dir.path}/bootstrap/`)
  if (dir.read(BACKUP_IDENTITY_FILE) !== undefined)
    say(`Opens backups, move it to a safe place          ${dir.path}/${BACKUP_IDENTITY_FILE}`)
  say('ready')
}
