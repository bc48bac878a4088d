// One service process that is started again whenever it dies.
import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { EXIT, type ProcessMessage } from '@wardline/host'
import type { Logger } from 'pino'

const FIRST_WAIT_MS = 200
const LAST_WAIT_MS = 10_000
/** A life that lasted this long makes the next wait short again. */
const LONG_LIFE_MS = 30_000
/** Longer than the process itself takes to give up draining. */
const KILL_AFTER_MS = 35_000

export interface SupervisedOptions {
  /** Unique among the processes of one supervisor. */
  readonly name: string
  /** The file that Node runs. */
  readonly main: string
  /** Environment of each life; it gets what earlier lives reported, so that a later one listens where the first did. */
  readonly env: (known: Known) => NodeJS.ProcessEnv
  readonly log: Pick<Logger, 'warn'>
  readonly onChange?: () => void
}

export interface Known {
  readonly internalUrl?: string
  readonly urls?: Readonly<Record<string, string>>
}

export interface Supervised {
  readonly name: string
  /** Of the current life. */
  pid(): number | undefined
  adminUrl(): string | undefined
  internalUrl(): string | undefined
  /**
   * Resolves when it listens for the first time, however many lives that takes. @throws Error when its configuration is
   * unusable, or it is stopped.
   */
  readonly listening: Promise<{ readonly internalUrl?: string }>
  /** The same for the first time that it is ready. */
  readonly ready: Promise<Readonly<Record<string, string>>>
  /** Ends this life, after `graceMs` however busy it is; the next one starts. */
  restart(graceMs?: number): void
  /** Lets it read its certificates again. A process that does not listen yet has just read them. */
  reload(): void
  /** Ends it for good, gently first. */
  stop(): Promise<void>
}

export function supervise(options: SupervisedOptions): Supervised {
  const listening = Promise.withResolvers<{ readonly internalUrl?: string }>()
  const ready = Promise.withResolvers<Readonly<Record<string, string>>>()
  for (const { promise } of [listening, ready]) promise.catch(() => undefined)
  const stopping = new AbortController()
  let known: Known = {}
  let child: ChildProcess | undefined
  let adminUrl: string | undefined

  const hear = (message: ProcessMessage): void => {
    if (message.wardline === 'listening') {
      const { internalUrl } = message
      adminUrl = message.adminUrl
      if (internalUrl !== undefined) known = { ...known, internalUrl }
      listening.resolve(internalUrl === undefined ? {} : { internalUrl })
    } else if (message.wardline === 'ready') {
      known = { ...known, urls: message.urls }
      ready.resolve(message.urls)
    }
    options.onChange?.()
  }

  /** One life. @returns why it ended. */
  async function live(): Promise<string> {
    const current = fork(options.main, { env: options.env(known), execArgv: [], stdio: ['ignore', 2, 2, 'ipc'] })
    child = current
    options.onChange?.()
    current.on('message', message => hear(message as ProcessMessage))
    const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>(resolve => {
      current.once('exit', (...how) => resolve(how))
      current.once('error', () => resolve([null, null]))
    })
    child = undefined
    adminUrl = undefined
    options.onChange?.()
    if (code === EXIT.configuration) fail(new Error(`${options.name}: its configuration is not usable`))
    return signal ?? `exit code ${code}`
  }

  function fail(error: Error): void {
    listening.reject(error)
    ready.reject(error)
  }

  async function lives(): Promise<void> {
    for (let wait = FIRST_WAIT_MS; !stopping.signal.aborted; wait = Math.min(wait * 2, LAST_WAIT_MS)) {
      const born = Date.now()
      const end = await live()
      if (stopping.signal.aborted) return
      if (Date.now() - born > LONG_LIFE_MS) wait = FIRST_WAIT_MS
      options.log.warn(
        { process: options.name, ended_by: end, again_in_ms: wait },
        'a process has ended and will be started again',
      )
      await sleep(wait, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const done = lives()

  return {
    name: options.name,
    pid: () => child?.pid,
    adminUrl: () => adminUrl,
    internalUrl: () => known.internalUrl,
    listening: listening.promise,
    ready: ready.promise,
    restart(graceMs = KILL_AFTER_MS) {
      const current = child
      if (!current) return
      current.kill('SIGTERM')
      // A process that was stopped or never yields does not take the first signal.
      const kill = setTimeout(() => current.kill('SIGKILL'), graceMs)
      current.once('exit', () => clearTimeout(kill))
    },
    reload() {
      if (adminUrl !== undefined) child?.kill('SIGHUP')
    },
    async stop() {
      stopping.abort()
      fail(new Error(`${options.name} was stopped`))
      child?.kill('SIGTERM')
      const last = child
      const kill = setTimeout(() => last?.kill('SIGKILL'), KILL_AFTER_MS)
      await done
      clearTimeout(kill)
    },
  }
}
