// All services of one Wardline as separate processes; the gateway starts last and stops first.
import type { ServiceName } from '@wardline/kernel'
import type { Logger } from 'pino'
import { isLive } from './health.ts'
import { type Supervised, type SupervisedOptions, supervise } from './supervised-process.ts'

/** How the supervisor looks after its processes, in milliseconds. */
export interface Watch {
  /** Between two looks. */
  readonly everyMs: number
  /** For an answer. */
  readonly answerMs: number
  /** Until a process that gives no answer is killed. */
  readonly graceMs: number
}
const WATCH: Watch = { everyMs: 10_000, answerMs: 5_000, graceMs: 5_000 }
/** A process that says so many times in a row that it is stuck, or says nothing, is ended and started again. */
const LOOKS = 3
/** The same for one that does not listen yet: it loads its program. */
const LOOKS_AT_START = 12

export interface SupervisorOptions {
  /** The file that Node runs for each service, the gateway's among them. */
  readonly mains: Readonly<Partial<Record<ServiceName, string>>>
  /** Processes per service, 1 by default. The gateway calls the first; all of them consume. */
  readonly replicas?: Readonly<Partial<Record<ServiceName, number>>>
  /** Environment of every process. The supervisor chooses the ports. */
  readonly env: NodeJS.ProcessEnv
  /** Environment of the gateway only. */
  readonly gatewayEnv: NodeJS.ProcessEnv
  readonly log: Pick<Logger, 'warn' | 'error'>
  /** For tests. */
  readonly watch?: Watch
  /** Called whenever a process has started, ended, or changed its state. */
  readonly onChange?: (processes: readonly Supervised[]) => void
}

export interface Supervisor {
  /** All processes started so far. */
  readonly processes: readonly Supervised[]
  /** The gateway's addresses, once every process is ready. @throws Error when one can never be, or it was stopped first. */
  readonly ready: Promise<Readonly<Record<string, string>>>
  /** Lets every process read its certificates again. */
  reload(): void
  /** Ends every process, the gateway first, so that its current requests are still answered. */
  stop(): Promise<void>
}

export function startSupervisor(options: SupervisorOptions): Supervisor {
  const processes: Supervised[] = []
  const begin = (one: Pick<SupervisedOptions, 'name' | 'main' | 'env'>): Supervised => {
    const begun = supervise({ ...one, log: options.log, onChange: () => options.onChange?.(processes) })
    processes.push(begun)
    return begun
  }
  const { gateway: gatewayMain, ...others } = options.mains
  const services = Object.entries(others).flatMap(([name, main]) =>
    Array.from({ length: options.replicas?.[name as ServiceName] ?? 1 }, (_, i) =>
      begin({
        name: i === 0 ? name : `${name}-${i + 1}`,
        main,
        env: ({ internalUrl }) => serviceEnv(name, options.env, internalUrl),
      }),
    ),
  )
  const watching = options.watch ?? WATCH
  const stuck = new Map<string, number>()
  const watch = setInterval(() => void restartStuck(processes, stuck, watching, options.log), watching.everyMs)
  let stopping = false

  async function allReady(): Promise<Readonly<Record<string, string>>> {
    const first = services.filter(p => Object.hasOwn(others, p.name))
    const pairs = await Promise.all(first.map(async p => `${p.name}=${(await p.listening).internalUrl}`))
    if (gatewayMain === undefined || stopping) throw new Error('there is no gateway to start')
    const gateway = begin({
      name: GATEWAY,
      main: gatewayMain,
      env: ({ urls = {} }) => ({
        ...withoutSecrets(options.env, OF_PROVIDERS),
        ...options.gatewayEnv,
        WARDLINE_ADMIN_PORT: '0',
        WARDLINE_SERVICE_URLS: pairs.join(','),
        ...portOf('WARDLINE_API_PORT', urls.api_url),
        ...portOf('WARDLINE_AGENT_PORT', urls.agent_url),
      }),
    })
    await Promise.all(services.map(p => p.ready))
    return gateway.ready
  }
  const ready = allReady()
  ready.catch(() => undefined)

  return {
    processes,
    ready,
    reload() {
      for (const p of processes) p.reload()
    },
    async stop() {
      stopping = true
      clearInterval(watch)
      await Promise.all(processes.filter(p => p.name === GATEWAY).map(p => p.stop()))
      await Promise.all(services.map(p => p.stop()))
    },
  }
}

const GATEWAY = 'gateway'

/**
 * Only processes on this machine talk to a service. A later life listens where the first did, because the gateway
 * expects it there.
 */
const serviceEnv = (name: string, env: NodeJS.ProcessEnv, internalUrl: string | undefined): NodeJS.ProcessEnv => ({
  ...(RESOLVES_SECRETS.includes(name) ? env : withoutSecrets(env)),
  WARDLINE_HOST: '127.0.0.1',
  WARDLINE_ADMIN_PORT: '0',
  WARDLINE_INTERNAL_PORT: '0',
  ...portOf('WARDLINE_INTERNAL_PORT', internalUrl),
})

/** Of connections, and of an authority that an operator brings. */
const RESOLVES_SECRETS: readonly string[] = ['mdm-connector', 'enrollment']

/** Of clients at identity providers, which the gateway resolves. */
const OF_PROVIDERS = /^WARDLINE_SECRET__[A-Z0-9_]+__OIDC__/

/** Secrets are for the services that resolve them. @param except names that stay */
const withoutSecrets = (env: NodeJS.ProcessEnv, except?: RegExp): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(env).filter(([name]) => !name.startsWith('WARDLINE_SECRET__') || except?.test(name) === true),
  )

const portOf = (name: string, url: string | undefined): NodeJS.ProcessEnv =>
  url === undefined ? {} : { [name]: new URL(url).port }

/**
 * A process that has died is started again anyway; one that is stuck must be ended. It is stuck when it says so (a loop
 * of it has not turned for a minute), and when it does not answer at all: it was stopped, or never yields.
 */
async function restartStuck(
  processes: readonly Supervised[],
  stuck: Map<string, number>,
  { answerMs, graceMs }: Watch,
  log: Pick<Logger, 'error'>,
): Promise<void> {
  await Promise.all(
    processes.map(async p => {
      const pid = p.pid()
      const listens = p.adminUrl() !== undefined
      const live = await isLive(p, answerMs)
      // It ended meanwhile, or is about to be started.
      if (pid === undefined || pid !== p.pid()) return void stuck.delete(p.name)
      const looks = live === true ? 0 : (stuck.get(p.name) ?? 0) + 1
      stuck.set(p.name, looks)
      if (looks < (listens ? LOOKS : LOOKS_AT_START)) return
      stuck.delete(p.name)
      log.error({ process: p.name, pid, answer: live === false ? 'stuck' : 'none' }, 'a process hangs and is restarted')
      p.restart(live === false ? undefined : graceMs)
    }),
  )
}
