import { type EventKind, KINDS } from '@wardline/events'
import { HOUR_MS } from '@wardline/kernel'

const DAY = 24 * HOUR_MS
const MIB = 1_048_576

export interface TlsOptions {
  /** PEM of the authority to trust; the system's by default. */
  readonly ca?: string
}

export interface Credentials {
  readonly username: string
  readonly password: string
}

export interface KafkaSettings {
  /** `host:port`. */
  readonly brokers: readonly string[]
  readonly tls?: TlsOptions
  readonly sasl?: Credentials & { readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512' }
  /** Partitions of a new topic. Never changed on an existing one: keys would move. */
  readonly partitions: number
  /** Copies of a new topic; as many as there are brokers if those are fewer. */
  readonly replicationFactor: number
  readonly minInsyncReplicas: number
  /** How long a kind's events are kept, in milliseconds. */
  readonly retentionMs: Readonly<Record<EventKind, number>>
  readonly deadLetterRetentionMs: number
  /** Largest message and largest batch of one partition, in bytes. */
  readonly maxMessageBytes: number
  readonly compression: 'none' | 'gzip'
  /** How long a publish waits for others to share its request. */
  readonly lingerMs: number
  /** Bytes of unanswered publishes above which more are refused with `unavailable`. */
  readonly maxQueueBytes: number
  /** A member of a group that gives no sign of life for this long loses its partitions. */
  readonly sessionTimeoutMs: number
  readonly heartbeatMs: number
  /** How long a fetch waits for the first event. */
  readonly maxWaitMs: number
  /** How often lag is measured. */
  readonly lagPollMs: number
}

export interface SchemaRegistrySettings {
  /** Address of the Confluent-compatible API. */
  readonly url: string
  readonly auth?: Credentials
  readonly tls?: TlsOptions
}

export interface MongoSettings {
  /** `mongodb://` with whatever options the driver knows; credentials here or in `auth`. */
  readonly url: string
  readonly auth?: Credentials
  readonly tls?: TlsOptions
  readonly database: string
  readonly maxPoolSize: number
  /** How long an operation may take, including finding the server. */
  readonly timeoutMs: number
  /** How often to look for outboxes written by other processes. */
  readonly relayPollMs: number
  /** A relay that holds a document's outbox for longer counts as dead. */
  readonly leaseMs: number
  readonly sweepMs: number
}

export interface OpenSearchSettings {
  readonly urls: readonly string[]
  readonly auth?: Credentials
  readonly tls?: TlsOptions
  readonly refreshMs: number
  readonly shards: number
  /** `index.auto_expand_replicas`. */
  readonly replicas: string
  readonly codec: string
  /** Where new indices are placed: `index.routing.allocation.require.<attribute>`. Anywhere without one. */
  readonly allocation?: { readonly attribute: string; readonly value: string }
  /** Where sealed indices move to. Without one they stay where they are, as they must on a single node. */
  readonly warm?: { readonly attribute: string; readonly value: string }
  readonly maxConnections: number
  readonly requestTimeoutMs: number
  /** How long somebody waits for a search or a read, whatever the cluster does. Searches stop earlier by themselves. */
  readonly answerMs: number
  /** Bulk requests in progress at once. */
  readonly bulkConcurrency: number
}

/** What the distributed engines need to know. `prefix` comes before every topic, group, collection and index. */
export interface DistributedConfig {
  readonly prefix: string
  readonly kafka: KafkaSettings
  readonly schemaRegistry: SchemaRegistrySettings
  readonly mongo: MongoSettings
  readonly opensearch: OpenSearchSettings
}

/** Somebody waits for the answer. A cluster that needs longer for one document, or for metadata, does not answer. */
export const ANSWER_MS = 4_500

const SHORTER: Partial<Record<EventKind, number>> = {
  'log.event.received': 72 * HOUR_MS,
  'log.event.normalized': 7 * DAY,
  'internal.detection.match': 7 * DAY,
}

/** Retention of docs/architecture.md#events, in milliseconds. */
export const DEFAULT_RETENTION = Object.fromEntries(KINDS.map(kind => [kind, SHORTER[kind] ?? 30 * DAY])) as Record<
  EventKind,
  number
>

/** Everything but the addresses. */
export const DEFAULTS = {
  prefix: '',
  kafka: {
    partitions: 6,
    replicationFactor: 3,
    minInsyncReplicas: 2,
    retentionMs: DEFAULT_RETENTION,
    deadLetterRetentionMs: 30 * DAY,
    maxMessageBytes: 2 * MIB,
    compression: 'none',
    lingerMs: 2,
    maxQueueBytes: 64 * MIB,
    sessionTimeoutMs: 15_000,
    heartbeatMs: 1000,
    maxWaitMs: 150,
    lagPollMs: 2000,
  },
  mongo: {
    database: 'wardline',
    maxPoolSize: 20,
    timeoutMs: 10_000,
    relayPollMs: 1000,
    leaseMs: 15_000,
    sweepMs: 10 * 60_000,
  },
  opensearch: {
    refreshMs: 1000,
    shards: 1,
    replicas: '0-1',
    codec: 'best_compression',
    maxConnections: 32,
    requestTimeoutMs: 30_000,
    answerMs: ANSWER_MS,
    bulkConcurrency: 4,
  },
} as const satisfies {
  prefix: string
  kafka: Omit<KafkaSettings, 'brokers'>
  mongo: Omit<MongoSettings, 'url'>
  opensearch: Omit<OpenSearchSettings, 'urls'>
}
