import type { AnyEnvelope, Envelope, EventKind } from '@wardline/events'

/** Where an event lies on its topic. Offsets grow within a partition; events of one partition key share a partition. */
export interface Position {
  readonly partition: number
  /** Decimal text: Kafka's offsets are 64-bit. Compare with {@link compareOffsets}. */
  readonly offset: string
}

/** Negative when offset `a` lies before `b`. Both are decimal texts without leading zeros, of one partition. */
export function compareOffsets(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)
}

export interface Delivery {
  readonly envelope: AnyEnvelope
  readonly position: Position
}

/**
 * What became of one event. `drop`: nothing to do with it, on purpose. An event that can never be processed is kept for an operator before an
 * engine hears of it, so a bus knows no rejections.
 */
export type Outcome = 'ok' | { readonly drop: string }

/**
 * Every engine asks this before it acknowledges a batch. @throws Error when there is not one outcome per event, or one is neither `ok` nor a
 * drop: acknowledging that event would lose it.
 */
export function assertOutcomes(group: string, batch: readonly Delivery[], outcomes: readonly Outcome[]): void {
  if (outcomes.length !== batch.length)
    throw new Error(`${group} answered ${outcomes.length} outcomes for ${batch.length} events`)
  for (const outcome of outcomes)
    if (outcome !== 'ok' && !('drop' in outcome)) throw new Error(`${group} answered an outcome that no bus knows`)
}

export interface HandlerContext {
  /** Aborted when the subscription stops: return soon; what is not answered is delivered again. */
  readonly signal: AbortSignal
  /** Tells the engine that work goes on. Call it between pieces of more than a few seconds. */
  heartbeat(): Promise<void>
}

export interface Subscription {
  /** Consumer group: every group sees every event; members of a group share them. */
  readonly group: string
  readonly kinds: readonly EventKind[]
  /** Most events per call of `handle`; 500 where none is given. */
  readonly maxBatch?: number
  /**
   * MUST be idempotent: an event may come again after a crash or a rebalance. MUST answer one outcome per event, in order.
   * A throw means that something that the handler needs is down: the same batch comes again after a backoff, without limit, and nothing
   * after it on its partition before. It never sends an event to the dead letters.
   */
  readonly handle: (batch: readonly Delivery[], context: HandlerContext) => Promise<readonly Outcome[]>
}

export interface SubscriptionHealth {
  /** When the consuming loop last turned (milliseconds since the epoch), whether or not there was anything to do. */
  readonly lastTickAt: number
  /** Whether the last call of `handle` threw. */
  readonly failing: boolean
  /** Events published but not yet handled by the group. */
  readonly lag: number
}

export interface Running {
  health(): SubscriptionHealth
  /** Resolves when the batch in hand is done and its offsets are committed, or after `handle` was aborted. */
  stop(): Promise<void>
}

/**
 * Events between services: durable, at least once, in order per partition key (docs/architecture.md#ports).
 * A group that starts for the first time begins at the oldest event that is kept.
 */
export interface EventBus {
  /** Resolves once every event is durable (fsync, or acks=all); rejects when any may not be: publish them all again, ids make that harmless. */
  publish(events: readonly Envelope[]): Promise<void>
  subscribe(subscription: Subscription): Promise<Running>
  /**
   * The position after the newest event of the partition that holds `key`. Everything whose `publish` resolved before this call lies before it.
   */
  endPosition(kind: EventKind, key: string): Promise<Position>
}
