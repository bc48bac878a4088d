import { type KafkaConfig as ClientConfig, Kafka, type LogEntry, logLevel, type SASLOptions } from 'kafkajs'
import type { KafkaSettings } from '../config.ts'
import { type EngineLog, within } from '../surroundings.ts'
import { quietIdleQueues } from './idle-queue.ts'

/** How long a request may take before the connection is given up. */
export const REQUEST_TIMEOUT_MS = 10_000

/**
 * A kafkajs client. Its own retries cover a moved leader; callers wait for anything longer, so that a publish is
 * refused within seconds and not kept in memory.
 */
export function createKafka(settings: KafkaSettings, clientId: string, log: EngineLog): Kafka {
  quietIdleQueues()
  const config: ClientConfig = {
    clientId,
    brokers: [...settings.brokers],
    connectionTimeout: 3000,
    authenticationTimeout: 5000,
    requestTimeout: REQUEST_TIMEOUT_MS,
    enforceRequestTimeout: true,
    retry: { retries: 5, initialRetryTime: 100, maxRetryTime: 1000, restartOnFailure: async () => false },
    logLevel: logLevel.WARN,
    logCreator: () => entry => forward(log, entry),
    ...(settings.tls ? { ssl: settings.tls.ca ? { ca: settings.tls.ca } : true } : {}),
    ...(settings.sasl ? { sasl: settings.sasl as SASLOptions } : {}),
  }
  return new Kafka(config)
}

/** kafkajs logs errors that it then repairs by itself; our own code logs what matters. */
function forward(log: EngineLog, { namespace, log: { message, error } }: LogEntry): void {
  const fault = typeof error === 'string' ? error : undefined
  log.warn({ engine: 'kafka', part: namespace, ...(fault ? { fault } : {}) }, message)
}

/**
 * One administrative connection, created when needed and dropped after any fault: a stale one never recovers by itself.
 */
export interface KafkaAdmin {
  use<T>(work: (admin: ReturnType<Kafka['admin']>) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export function createAdmin(kafka: Kafka): KafkaAdmin {
  let current: Promise<ReturnType<Kafka['admin']>> | undefined
  const drop = async (one: typeof current): Promise<void> => {
    if (current === one) current = undefined
    await one?.then(admin => admin.disconnect()).catch(() => {})
  }
  const connect = async (): Promise<ReturnType<Kafka['admin']>> => {
    const admin = kafka.admin()
    await admin.connect()
    return admin
  }
  return {
    async use(work) {
      current ??= connect()
      const mine = current
      try {
        const admin = await mine
        return await within(2 * REQUEST_TIMEOUT_MS, 'an administrative request', work(admin))
      } catch (error) {
        await drop(mine)
        throw error
      }
    },
    close: () => drop(current),
  }
}
