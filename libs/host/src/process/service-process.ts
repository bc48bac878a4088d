import { isStartFault, Problem, readConfig, readTogether, type ServiceName, systemClock } from '@wardline/kernel'
import type { Archive } from '@wardline/ports'
import { type PortsOf, type Service, type ServicePorts, WiringFault } from '@wardline/service-kit'
import type { Logger } from 'pino'
import { startAdminServer } from '../admin-server.ts'
import { type BuildInfo, readBuildInfo } from '../build-info.ts'
import { createReceiver, type Receive } from '../dispatch.ts'
import { createInternalVerifier, internalKeys } from '../internal-token.ts'
import { type JournaledRegistry, openServiceJournal } from '../journal/service-journal.ts'
import { followDataKeys } from '../keys/follow-data-keys.ts'
import { givenKeys, openGivenKeys } from '../keys/master-key-files.ts'
import { type OperationsServer, startOperationsServer } from '../remote/operations-server.ts'
import { type RunningServices, runServices } from '../run-services.ts'
import { portsFor } from '../service-ports.ts'
import { createLogger } from '../telemetry/logger.ts'
import { openTelemetry } from '../telemetry/open-telemetry.ts'
import { tracedBus, tracedIndex, tracedRegistry } from '../telemetry/traced-ports.ts'
import { HOST_SETTINGS, type HostConfig, type InternalListener, readInternalListener } from './host-settings.ts'
import { keepTrying } from './keep-trying.ts'
import { downEngines, type EnginesHealth, type OpenEngines, type ProcessEngines } from './process-engines.ts'

/** Until then, waiting for engines and for other services is part of a normal start. */
const NORMAL_START_MS = 30_000
/** How long requests in flight may take to end when the process drains. */
const GRACE_MS = 10_000

/** What a front (the gateway) builds on. */
export interface FrontGiven<C> {
  readonly ports: ServicePorts
  readonly config: C
  readonly host: HostConfig
  readonly service: Service
}

/** Listeners of a service that does not serve the gateway because it is the gateway. */
export interface Front {
  /** By name, for the operator. */
  readonly urls: Readonly<Record<string, string>>
  /** Undefined when requests may come, else the reason why not. */
  notReady?(): string | undefined
  /** Loads the operator's certificates if their files have changed. Never throws. */
  reload?(): Promise<void>
  /** Stops accepting and finishes the requests in flight. */
  drain(): Promise<void>
}

export interface ServiceProcessOptions<C, S extends ServiceName = ServiceName> {
  readonly env: NodeJS.ProcessEnv
  /** Reads the service's own settings, in addition to those of every process; @throws ConfigError. */
  readonly config: (env: NodeJS.ProcessEnv) => C
  /** Reads the engines' settings; @throws ConfigError. */
  readonly engines: (env: NodeJS.ProcessEnv) => OpenEngines
  /**
   * Engines that its requests cannot do without: while one is down, the process is not ready for any. All by default.
   * Other engines that its subscriptions need show in the lag: a service that cannot consume may still answer requests.
   */
  readonly needs?: readonly string[]
  /** Opens the archive that `WARDLINE_ARCHIVE_DIR` names. Only for services whose grants include it. */
  readonly archive?: (folder: string) => Archive
  readonly build: (ports: PortsOf<S>, config: C, release: BuildInfo) => Service
  readonly name: S
  /** Opens listeners instead of the internal one. Called once the service runs; after a throw it may be called again. */
  readonly front?: (given: FrontGiven<C>) => Promise<Front>
}

export interface ServiceProcess {
  readonly log: Logger
  readonly adminUrl: string
  readonly internalUrl: string | undefined
  /**
   * Resolves with the front's addresses once the service runs; undefined when it was stopped first. @throws Error for a
   * fault that waiting does not cure, e.g. a port in use.
   */
  readonly started: Promise<Readonly<Record<string, string>> | undefined>
  /** Loads the operator's certificates if their files have changed. Never throws. */
  reload(): Promise<void>
  /** Stops accepting, finishes the requests in flight, commits, closes. Idempotent. */
  stop(): Promise<void>
}

interface Started {
  readonly engines: ProcessEngines
  readonly journal: JournaledRegistry
  stopFollowing(): void
  readonly running: RunningServices
  readonly front: Front | undefined
}

/**
 * One service as a process of its own: it reports its health at once, and serves requests and events when its engines
 * can be reached, however long that takes. @throws ConfigError with every fault of the configuration, and Error when a
 * listener cannot be opened.
 */
export async function startServiceProcess<C, S extends ServiceName>(
  options: ServiceProcessOptions<C, S>,
): Promise<ServiceProcess> {
  const { env, name } = options
  const [host, own, openEngines, internal] = readTogether<[HostConfig, C, OpenEngines, InternalListener | undefined]>(
    () => readConfig(env, HOST_SETTINGS),
    () => options.config(env),
    () => options.engines(env),
    () => (options.front ? undefined : readInternalListener(env)),
  )
  const base = createLogger(host.WARDLINE_LOG_LEVEL)
  const log = base.child({ service: name })
  const build = readBuildInfo(host.WARDLINE_COMMIT)
  const telemetry = { traces: host, build, services: [name], name: `wardline-${name}`, log }
  const { metrics, alarms, tracing } = await openTelemetry(telemetry)
  const stopping = new AbortController()
  let started: Started | undefined
  let seen: EnginesHealth = { engines: {} }
  const engineHealth = (): EnginesHealth => started?.engines.health() ?? seen
  let receive: Receive = async () => {
    throw new Problem('unavailable', { retryAfter: 2 })
  }

  const notReady = (): string | undefined => {
    if (stopping.signal.aborted) return 'draining'
    if (started) return downEngines(engineHealth(), options.needs) ?? started.front?.notReady?.()
    const down = downEngines(engineHealth())
    return down ? `starting: ${down}` : 'starting'
  }

  const admin = await startAdminServer({
    host: host.WARDLINE_HOST,
    port: host.WARDLINE_ADMIN_PORT,
    build,
    exemplars: tracing.on,
    state: {
      live: async () => started?.running.health().live ?? true,
      notReady: async () => notReady(),
      async metricsText(form) {
        started?.running.health()
        metrics.gauge('ready', notReady() === undefined ? 1 : 0)
        for (const [engine, { up }] of Object.entries(engineHealth().engines))
          metrics.gauge('engine_up', up ? 1 : 0, { engine })
        return metrics.text([], form)
      },
    },
  })
  let operations: OperationsServer | undefined
  if (internal) {
    const listener = {
      service: name,
      host: host.WARDLINE_HOST,
      port: internal.port,
      log,
      receive: (...a: Parameters<Receive>) => receive(...a),
    }
    const watch = { name: 'internal_listener', clock: systemClock, metrics, alarms, log } as const
    const tls = internal.tls && { ...watch, ...internal.tls }
    operations = await startOperationsServer({ ...listener, ...(tls && { tls }) }).catch(async error => {
      await admin.close()
      throw error
    })
  }

  async function attempt(): Promise<Started> {
    const engines = await openEngines({
      log,
      clock: systemClock,
      signal: stopping.signal,
      onHealth(health) {
        seen = health
      },
      onDeadLetters: count => metrics.count('dead_letters_total', {}, count),
    })
    const { registry } = engines
    const undo: (() => Promise<unknown>)[] = [() => engines.close()]
    try {
      const folder = host.WARDLINE_ARCHIVE_DIR
      const archive = folder === undefined ? undefined : options.archive?.(folder)
      const { keys, by } = await openGivenKeys({ registry, clock: systemClock }, host)
      if (by > 0) log.warn({}, 'the data keys are under WARDLINE_MASTER_KEY_PREVIOUS: run wardline keys rotate')
      const { keyring, stop } = followDataKeys({ registry, clock: systemClock, log }, givenKeys(host), keys)
      undo.push(async () => stop())
      const traced = { bus: tracedBus(engines.bus, tracing), index: tracedIndex(engines.index, tracing), tracing }
      const bare = { ...traced, registry, archive, clock: systemClock, keyring, log: base, metrics, alarms }
      const journal = await openServiceJournal(bare, name, host)
      undo.push(() => journal.close())
      const traceable = tracedRegistry(journal.registry, tracing)
      const ports = portsFor(name, { ...bare, registry: traceable })
      const service = options.build(ports, own, build)
      const running = await runServices([service], { ...bare, registry: traceable, log })
      undo.push(() => running.stop())
      const front = await options.front?.({ ports, config: own, host, service })
      receive = createReceiver(service, createInternalVerifier(internalKeys(keyring).publicKey), tracing)
      return { engines, journal, running, front, stopFollowing: stop }
    } catch (error) {
      for (const step of undo.reverse()) await step().catch(() => undefined)
      throw error
    }
  }
  const begun = performance.now()
  const starting = keepTrying(attempt, {
    signal: stopping.signal,
    firstMs: 500,
    maxMs: 15_000,
    fatal: error => isOfListening(error) || isStartFault(error) || error instanceof WiringFault,
    onFailed(error, waitMs) {
      const level = performance.now() - begun < NORMAL_START_MS ? 'warn' : 'error'
      log[level]({ err: error, retry_in_ms: waitMs }, 'the service cannot start yet and will try again')
    },
  }).then(result => {
    started = result
    if (result) log.info({ ...result.front?.urls }, 'the service runs')
    return result
  })
  starting.catch(() => undefined)

  let stopped: Promise<void> | undefined
  async function drain(): Promise<void> {
    stopping.abort()
    log.info({}, 'draining')
    const result = await starting.catch(() => undefined)
    await Promise.all([result?.front?.drain(), operations?.close(GRACE_MS)])
    await result?.running.stop()
    result?.stopFollowing()
    await result?.journal.close()
    await result?.engines.close()
    await admin.close()
    await tracing.close()
    log.info({}, 'drained')
  }
  return {
    log,
    adminUrl: admin.url,
    internalUrl: operations?.url,
    started: starting.then(result => result && (result.front?.urls ?? {})),
    async reload() {
      log.info({}, 'certificates are read again')
      await Promise.all([started?.front?.reload?.(), operations?.reload()])
    },
    stop() {
      stopped ??= drain()
      return stopped
    },
  }
}

/** Faults of a listener's address do not go away by waiting. */
const isOfListening = (error: unknown): boolean =>
  ['EADDRINUSE', 'EADDRNOTAVAIL', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')
