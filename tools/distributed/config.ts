import { join, resolve } from 'node:path'
import { BUILD_SETTINGS, type BuildInfo, HOST_SETTINGS, readBuildInfo } from '@wardline/host'
import { ConfigError, readConfig, SERVICES, type ServiceName, setting } from '@wardline/kernel'
import { engineEnvironment, readEngines } from '../engines/engines.ts'
import { alive } from '../engines/process.ts'

const port = (fallback: number) => setting.integer({ fallback, min: 0, max: 65_535 })

/** Settings of the supervisor itself. Everything else in the environment is for the services. */
const SETTINGS = {
  WARDLINE_DATA_DIR: setting.text({ fallback: '.wardline' }),
  WARDLINE_HOST: setting.text({ fallback: '127.0.0.1' }),
  WARDLINE_API_PORT: port(8080),
  WARDLINE_AGENT_PORT: port(8443),
  WARDLINE_ADMIN_PORT: port(9090),
  WARDLINE_LOG_LEVEL: HOST_SETTINGS.WARDLINE_LOG_LEVEL,
  /** `normalizer=2,detector=2`: number of processes of a service, 1 by default. */
  WARDLINE_REPLICAS: setting.parsed(replicas, { fallback: {} }),
  ...BUILD_SETTINGS,
}

const ENGINES = [
  'WARDLINE_KAFKA_BROKERS',
  'WARDLINE_SCHEMA_REGISTRY_URL',
  'WARDLINE_MONGODB_URL',
  'WARDLINE_OPENSEARCH_URL',
]

export interface SupervisorConfig {
  readonly dataDir: string
  readonly host: string
  readonly adminPort: number
  readonly logLevel: string
  readonly replicas: Replicas
  readonly build: BuildInfo
  readonly hasMasterKey: boolean
  /** The environment of every service, including the engines. */
  readonly childEnv: NodeJS.ProcessEnv
  readonly gatewayEnv: NodeJS.ProcessEnv
}

export type Replicas = Readonly<Partial<Record<ServiceName, number>>>

/** @throws ConfigError naming every fault. */
export function readSupervisorConfig(env: NodeJS.ProcessEnv): SupervisorConfig {
  const config = readConfig(env, SETTINGS)
  return {
    dataDir: config.WARDLINE_DATA_DIR,
    host: config.WARDLINE_HOST,
    adminPort: config.WARDLINE_ADMIN_PORT,
    logLevel: config.WARDLINE_LOG_LEVEL,
    replicas: config.WARDLINE_REPLICAS,
    build: readBuildInfo(config.WARDLINE_COMMIT),
    hasMasterKey: Boolean(env.WARDLINE_MASTER_KEY ?? env.WARDLINE_MASTER_KEY_FILE),
    childEnv: {
      WARDLINE_ARCHIVE_DIR: join(config.WARDLINE_DATA_DIR, 'archive'),
      WARDLINE_REVOCATION_JOURNAL_DIR: `${resolve(config.WARDLINE_DATA_DIR)}-revocations`,
      ...env,
      ...engines(env),
    },
    gatewayEnv: {
      WARDLINE_API_PORT: String(config.WARDLINE_API_PORT),
      WARDLINE_AGENT_PORT: String(config.WARDLINE_AGENT_PORT),
    },
  }
}

/** The engines that the environment names, else those that are running here. */
function engines(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (ENGINES.some(name => env[name] !== undefined)) return {}
  const known = readEngines()
  if (known && Object.values(known.running).every(e => alive(e.pid))) return engineEnvironment(known)
  throw new ConfigError([`no engines: \`npm run engines:up\` starts some, or set ${ENGINES.join(', ')}`])
}

function replicas(text: string): Replicas {
  return Object.fromEntries(
    text.split(',').map(entry => {
      const [name, count, more] = entry.trim().split('=')
      if (
        !(SERVICES as readonly unknown[]).includes(name) ||
        name === 'gateway' ||
        !/^[1-9]$/.test(count ?? '') ||
        more !== undefined
      )
        throw new Error('service=count pairs with a comma between them are expected, counts from 1 to 9, no gateway')
      return [name, Number(count)]
    }),
  )
}
