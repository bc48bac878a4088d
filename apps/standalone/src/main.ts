import { createLogger } from '@wardline/host'
import { ConfigError, isStartFault } from '@wardline/kernel'
import { readStandaloneConfig } from './config.ts'
import { type Standalone, startStandalone } from './standalone.ts'

/** The process ends anyway if draining takes longer than this, or at a second signal. */
const DRAIN_MS = 30_000

let starting: Promise<Standalone> | undefined
let stopping = false

function shutdown(code: number): void {
  if (stopping) process.exit(1)
  stopping = true
  setTimeout(() => process.exit(1), DRAIN_MS).unref()
  Promise.resolve(starting)
    .then(running => running?.stop())
    .then(
      () => process.exit(code),
      () => process.exit(1),
    )
}

process.on('SIGTERM', () => shutdown(0))
process.on('SIGINT', () => shutdown(0))
process.on('SIGHUP', () => void starting?.then(running => running.reload()).catch(() => undefined))

try {
  const config = readStandaloneConfig(process.env)
  starting = startStandalone(config, {
    log: createLogger(config.WARDLINE_LOG_LEVEL),
    say: line => process.stdout.write(`${line}\n`),
    onFault: () => shutdown(1),
  })
  await starting
} catch (error) {
  process.stderr.write(
    `wardline cannot start: ${error instanceof ConfigError || isStartFault(error) ? error.message : (error as Error).stack}\n`,
  )
  process.exit(1)
}
