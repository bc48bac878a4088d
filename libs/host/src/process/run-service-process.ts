import { ConfigError, isStartFault, type ServiceName } from '@wardline/kernel'
import { type ServiceProcess, type ServiceProcessOptions, startServiceProcess } from './service-process.ts'
import { onSupervisorGone, tellSupervisor } from './supervision.ts'

/** Exit codes of a service process. */
export const EXIT = { drained: 0, fault: 1, configuration: 2 } as const

/** A drain that takes longer ends the process all the same; so does a second signal. */
const DRAIN_MS = 30_000

/**
 * What each `main.ts` calls: runs one service until SIGTERM, SIGINT or the end of its supervisor, then drains. SIGHUP only reads certificates again. Exit codes: {@link EXIT}.
 */
export async function runServiceProcess<C, S extends ServiceName>(options: ServiceProcessOptions<C, S>): Promise<void> {
  let running: ServiceProcess | undefined
  let ending = false
  const end = (code: number): void => {
    if (ending) process.exit(EXIT.fault)
    ending = true
    setTimeout(() => {
      running?.log.error({}, 'draining took too long')
      process.exit(EXIT.fault)
    }, DRAIN_MS).unref()
    Promise.resolve(running?.stop()).then(
      () => process.exit(code),
      error => {
        running?.log.error({ err: error }, 'draining failed')
        process.exit(EXIT.fault)
      },
    )
  }
  process.on('SIGTERM', () => end(EXIT.drained))
  process.on('SIGINT', () => end(EXIT.drained))
  process.on('SIGHUP', () => void running?.reload())
  onSupervisorGone(() => {
    if (!ending) end(EXIT.drained)
  })

  try {
    running = await startServiceProcess(options)
    const { adminUrl, internalUrl } = running
    tellSupervisor({ wardline: 'listening', adminUrl, ...(internalUrl === undefined ? {} : { internalUrl }) })
    const urls = await running.started
    if (urls) tellSupervisor({ wardline: 'ready', urls })
  } catch (error) {
    if (error instanceof ConfigError || isStartFault(error)) {
      process.stderr.write(`wardline ${options.name} cannot start: ${error.message}\n`)
      process.exit(EXIT.configuration)
    }
    process.stderr.write(`wardline ${options.name} cannot start: ${(error as Error).stack}\n`)
    if (!ending) end(EXIT.fault)
  }
}
