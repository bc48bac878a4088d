import { engineEnvironment, enginesDown, enginesUp, readEngines } from '../engines/engines.ts'
import { alive } from '../engines/process.ts'

const VARIABLES = [
  'WARDLINE_KAFKA_BROKERS',
  'WARDLINE_SCHEMA_REGISTRY_URL',
  'WARDLINE_MONGODB_URL',
  'WARDLINE_OPENSEARCH_URL',
]

export interface FoundEngines {
  /** Settings for a distributed Wardline. */
  readonly environment: Readonly<Record<string, string>>
  /** Stops those that were started here; others stay. */
  stop(): Promise<void>
}

/**
 * The engines that the environment names, those that `npm run engines:up` started, or new ones. Undefined, after saying
 * why, if none can be started: no JDK, no Maven.
 */
export async function findOrStartEngines(): Promise<FoundEngines | undefined> {
  const named = VARIABLES.flatMap(name => (process.env[name] ? [[name, process.env[name]] as const] : []))
  if (named.length === VARIABLES.length) return { environment: Object.fromEntries(named), stop: async () => {} }
  const known = readEngines()
  const running = known !== undefined && Object.values(known.running).every(e => alive(e.pid))
  try {
    if (!running) console.log('starting engines; should this run be interrupted, `npm run engines:down` stops them')
    const engines = await enginesUp()
    return { environment: engineEnvironment(engines), stop: running ? async () => {} : () => enginesDown() }
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error)
    console.warn(
      [
        '',
        '!!! The engines of the distributed profile cannot be started here:',
        `!!! ${fault}`,
        '!!! Tests that need them are SKIPPED. A JDK 21 and Maven are wanted, or set the variables',
        `!!! ${VARIABLES.join(', ')}.`,
        '',
      ].join('\n'),
    )
    return undefined
  }
}
