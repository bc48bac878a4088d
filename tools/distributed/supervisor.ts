// All services of one Wardline as separate processes; the gateway starts last and stops first.
import type { ServiceName } from '@wardline/kernel'
import { isLive } from './health.ts'
import { type Supervised, type SupervisedOptions, supervise } from './supervised-process.ts'

const WATCH_MS = 10_000
/** A process that reports this many times in a row that it is stuck is ended and started again. */
const STUCK_ANSWERS = 3

export interface SupervisorOptions {
  /** The file that Node runs for each service, the gateway's among them. */
  readonly mains: Readonly<Partial<Record<ServiceName, string>>>
  /** Processes per service, 1 by default. The gateway calls the first; all of them consume. */
  readonly replicas?: Readonly<Partial<Record<ServiceName, number>>>
  /** Environment of every process. The supervisor chooses the ports. */
  readonly env: NodeJS.ProcessEnv
  /** Environment of the gateway only. */
  readonly gatewayEnv: NodeJS.ProcessEnv
  readonly say: (line: string) => void
  /** Called whenever a process has started, ended, or changed its state. */
  readonly onChange?: (processes: readonly Supervised[]) => void
}

export interface Supervisor {
  /** All processes started so far. */
  readonly processes: readonly Supervised[]
  /** The gateway's addresses, once every process is ready. @throws Error when one can never be, or it was stopped first. */
  readonly ready: Promise<Readonly<Record<string, string>>>
  /** Ends every process, the gateway first, so that its current requests are still answered. */
  stop(): Promise<void>
}

export function startSupervisor(options: SupervisorOptions): Supervisor {
  const processes: Supervised[] = []
  const begin = (one: Pick<SupervisedOptions, 'name' | 'main' | 'env'>): Supervised => {
    const begun = supervise({ ...one, say: options.say, onChange: () => options.onChange?.(processes) })
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
  const stuck = new Map<string, number>()
  const watch = setInterval(() => void restartStuck(processes, stuck, options.say), WATCH_MS)
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
 * A process that has died is started again anyway; one that is running but stuck must be ended. No answer proves
 * nothing: it may be starting.
 */
async function restartStuck(
  processes: readonly Supervised[],
  stuck: Map<string, number>,
  say: (line: string) => void,
): Promise<void> {
  await Promise.all(
    processes.map(async p => {
      const live = await isLive(p)
      const answers = live === false ? (stuck.get(p.name) ?? 0) + 1 : 0
      stuck.set(p.name, answers)
      if (answers < STUCK_ANSWERS) return
      stuck.delete(p.name)
      say(`${p.name} is stuck and will be restarted`)
      p.restart()
    }),
  )
}
