import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fetchEngines } from './fetch.ts'
import { startKafka } from './kafka.ts'
import { startMongo } from './mongo.ts'
import { startOpenSearch } from './opensearch.ts'
import { folder, STATE } from './places.ts'
import { alive, type EngineProcess, end, freePort } from './process.ts'
import { startRegistry } from './registry.ts'

export type EngineId = 'kafka' | 'registry' | 'mongo' | 'opensearch'

/** What runs, as written to `<state>/engines.json`: addresses, pids, and the ports to use again. */
export interface Engines {
  readonly ports: Readonly<Record<string, number>>
  readonly running: Readonly<Record<EngineId, EngineProcess>>
}

const file = (state: string): string => join(state, 'engines.json')

export const readEngines = (state = STATE): Engines | undefined =>
  existsSync(file(state)) ? (JSON.parse(readFileSync(file(state), 'utf8')) as Engines) : undefined

/** The environment of a distributed Wardline on these engines. */
export const engineEnvironment = ({ running }: Engines): Record<string, string> => ({
  WARDLINE_KAFKA_BROKERS: running.kafka.url,
  WARDLINE_SCHEMA_REGISTRY_URL: running.registry.url,
  WARDLINE_MONGODB_URL: running.mongo.url,
  WARDLINE_OPENSEARCH_URL: running.opensearch.url,
})

const starters: Record<EngineId, (state: string, ports: Readonly<Record<string, number>>) => Promise<EngineProcess>> = {
  kafka: (state, p) => startKafka(state, p.kafka!, p.kafkaController!),
  registry: (state, p) => startRegistry(state, p.registry!, p.registryManagement!),
  mongo: (state, p) => startMongo(state, p.mongo!),
  opensearch: (state, p) => startOpenSearch(state, p.opensearch!, p.opensearchTransport!),
}

const PORTS = [
  'kafka',
  'kafkaController',
  'registry',
  'registryManagement',
  'mongo',
  'opensearch',
  'opensearchTransport',
]

/**
 * Starts all four on free ports of 127.0.0.1, or returns those that are already running. Each start is empty unless
 * `keep`.
 */
export async function enginesUp(state = STATE): Promise<Engines> {
  const known = readEngines(state)
  if (known && Object.values(known.running).every(e => alive(e.pid))) return known
  if (known) await enginesDown(state)
  fetchEngines()
  folder(state)
  const ports: Record<string, number> = {}
  for (const name of PORTS) ports[name] = await freePort()
  const started: EngineProcess[] = []
  const settled = await Promise.allSettled(
    (Object.keys(starters) as EngineId[]).map(async id => {
      const engine = await starters[id](state, ports)
      started.push(engine)
      return [id, engine] as const
    }),
  )
  const failed = settled.find(s => s.status === 'rejected')
  if (failed) {
    await Promise.all(started.map(e => end(e.pid)))
    throw failed.reason
  }
  const running = Object.fromEntries(
    settled.flatMap(s => (s.status === 'fulfilled' ? [s.value] : [])),
  ) as Engines['running']
  const engines = { ports, running }
  writeFileSync(file(state), `${JSON.stringify(engines, null, 2)}\n`)
  return engines
}

/** Stops one engine by its pid, at once if `signal` is SIGKILL. Its data stays. */
export async function stopEngine(
  id: EngineId,
  signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM',
  state = STATE,
): Promise<void> {
  const engine = readEngines(state)?.running[id]
  if (engine) await end(engine.pid, signal === 'SIGKILL' ? 0 : 15_000)
}

/** Starts an engine again where it was: same ports, same data. */
export async function restartEngine(id: EngineId, state = STATE): Promise<void> {
  const engines = readEngines(state)
  if (!engines) throw new Error('no engines are known')
  const engine = await starters[id](state, engines.ports)
  writeFileSync(
    file(state),
    `${JSON.stringify({ ...engines, running: { ...engines.running, [id]: engine } }, null, 2)}\n`,
  )
}

/** Stops what {@link enginesUp} started, by pid, and removes its data. */
export async function enginesDown(state = STATE): Promise<void> {
  const engines = readEngines(state)
  if (engines) await Promise.all(Object.values(engines.running).map(e => end(e.pid)))
  rmSync(state, { recursive: true, force: true })
}
