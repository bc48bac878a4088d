import type { AnyEnvelope, Envelope, EventKind } from '@wardline/events'
import type { GroupPlace } from './group-place.ts'

/**
 * Position of an event on its topic. Offsets grow within a partition; events of one partition key share a partition.
 */
export interface Position {
  readonly partition: number
  /** Decimal text: Kafka's offsets are 64-bit. Compare with {@link compareOffsets}. */
  readonly offset: string
}

/** Negative when offset `a` is before `b`. Both are decimal texts without leading zeros, from the same partition. */
export function compareOffsets(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)
}

/**
 * The trace that an event belongs to, in the form of W3C's `traceparent`; undefined for none. It travels beside the
 * event, never in it.
 */
export type TraceOf = (event: Envelope) => string | undefined

export interface Delivery {
  readonly envelope: AnyEnvelope
  readonly position: Position
  /** What {@link TraceOf} said when the event was published. */
  readonly traceparent?: string
}

/** The form of a `traceparent`. */
export const isTraceparent = (text: string): boolean => /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(text)

/**
 * The result for one event. `drop`: deliberately ignored. An event that can never be processed is saved for an operator
 * before the engine gets its outcome, so a bus has no rejections.
 */
export type Outcome = 'ok' | { readonly drop: string }

/**
 * Every engine calls this before it acknowledges a batch. @throws Error when there is not exactly one outcome per
 * event, or one is neither `ok` nor a drop: acknowledging that event would lose it.
 */
export function assertOutcomes(group: string, batch: readonly Delivery[], outcomes: readonly Outcome[]): void {
  if (outcomes.length !== batch.length)
    throw new Error(`${group} returned ${outcomes.length} outcomes for ${batch.length} events`)
  for (const outcome of outcomes)
    if (outcome !== 'ok' && !('drop' in outcome)) throw new Error(`${group} returned an unknown outcome`)
}

export interface HandlerContext {
  /** Aborted when the subscription stops: return soon; events without an outcome are delivered again. */
  readonly signal: AbortSignal
  /** Tells the engine that work continues. Call it between steps that take more than a few seconds. */
  heartbeat(): Promise<void>
}

/** How far a group is on a partition of a kind: see `placeOf` for one tenant. */
export interface Progress {
  readonly kind: EventKind
  readonly partition: number
  readonly place: GroupPlace
}

export interface Subscription {
  /** Consumer group: every group sees every event; members of a group share them. */
  readonly group: string
  readonly kinds: readonly EventKind[]
  /** Most events per call of `handle`; 500 by default. */
  readonly maxBatch?: number
  /**
   * Delivers each partition in its own order. Without it tenants take turns: events of one overtake the backlog of
   * another (docs/adr/0019-tenants-take-turns.md). For a handler that remembers one offset per partition.
   */
  readonly inOrder?: true
  /** Called when this subscription has moved on, after `handle`. It must not throw. */
  readonly onProgress?: (progress: Progress) => void
  /**
   * MUST be idempotent: an event may be delivered again after a crash or a rebalance. MUST return one outcome per
   * event, in order. A throw means that something the handler needs is down: the same batch is delivered again after a
   * backoff, without limit, and before anything else on its partition. A throw never sends an event to the dead
   * letters.
   */
  readonly handle: (batch: readonly Delivery[], context: HandlerContext) => Promise<readonly Outcome[]>
}

export interface SubscriptionHealth {
  /** When the consuming loop last turned (milliseconds since the epoch), whether or not there was work. */
  readonly lastTickAt: number
  /** Whether the last call of `handle` threw. */
  readonly failing: boolean
  /** Events from the first one on that the group has not handled: some of them may be handled already. */
  readonly lag: number
}

/** Where a topic ends, and how long what is on it stays there. */
export interface TopicEnd {
  /** By the name that the engine has for it; dead letters have topics of their own. */
  readonly topic: string
  /** The end of each partition. */
  readonly ends: readonly Position[]
  /** Milliseconds since the epoch: what is on the topic now is removed by then, if every group reads on. */
  readonly keptUntil: number
}

export interface Running {
  health(): SubscriptionHealth
  /** Resolves when the current batch is done and its offsets are committed, or after `handle` was aborted. */
  stop(): Promise<void>
}

/**
 * Events between services: durable, at least once, in order per partition key, and so that no tenant waits for the
 * backlog of another (docs/architecture.md#ports). A group that starts for the first time begins at the oldest retained
 * event.
 */
export interface EventBus {
  /**
   * Resolves once every event is durable (fsync, or acks=all); rejects when one may not be durable: publish them all
   * again. Their ids make that harmless.
   */
  publish(events: readonly Envelope[], traceOf?: TraceOf): Promise<void>
  subscribe(subscription: Subscription): Promise<Running>
  /**
   * The position after the newest event of the partition that `key` belongs to. Everything whose `publish` resolved
   * before this call is before it.
   */
  endPosition(kind: EventKind, key: string): Promise<Position>
  /** Where every topic ends now. Everything whose `publish` resolved before this call is before these ends. */
  topicEnds(): Promise<readonly TopicEnd[]>
  /**
   * Of these topics, by name: those of which one of these groups has not handled everything before the ends. A group
   * that has never handled anything of a topic does not read it.
   */
  topicsUnread(ends: readonly TopicEnd[], groups: readonly string[]): Promise<readonly string[]>
  /** Of these topics, by name: those that still keep an event from before the ends. */
  topicsKept(ends: readonly TopicEnd[]): Promise<readonly string[]>
}
