import type { AnyEnvelope } from '@wardline/events'
import type { Delivery, HandlerContext, Outcome, Subscription } from '@wardline/ports'
import type { Collection, RejectionDoc } from '@wardline/registries'

/** Where rejected events are kept for an operator. */
export interface Rejections {
  /** The service's own collection, one of `rejections` in `@wardline/registries`. */
  readonly collection: Collection<RejectionDoc>
  /** A longer envelope (UTF-8 of its JSON) is listed without its body, and cannot be replayed. */
  readonly maxBytes: number
}

/**
 * `made`: kept by this delivery. `known`: already kept by another delivery. `full`: not kept, because too many of the
 * tenant's rejections wait for an operator.
 */
export type Kept = 'made' | 'known' | 'full'

/**
 * A handler's verdict on one event. `reject`: it can never be processed. The value is a stable reason code, never a
 * value of the event.
 */
export type Verdict = Outcome | { readonly reject: string }

export interface RejectingContext extends HandlerContext {
  /**
   * Keeps an event of the batch before the handler returns, for a handler that counts the results. The host keeps every
   * event with the outcome `reject` that was not kept by this. A repeated delivery gets the same result as before.
   */
  keep(envelope: AnyEnvelope, code: string): Promise<Kept>
}

type Group = Omit<Subscription, 'handle'>

/** Its handler never rejects. */
export interface AcceptingSubscription extends Group {
  readonly rejections: 'none'
  readonly handle: Subscription['handle']
}

/** Its handler may reject: the host keeps the event in `rejections` before the batch is acknowledged. */
export interface RejectingSubscription extends Group {
  readonly rejections: Rejections
  readonly handle: (batch: readonly Delivery[], context: RejectingContext) => Promise<readonly Verdict[]>
}

/**
 * What a service listens to. A handler whose type may return `reject` does not compile without a collection to keep
 * rejections in.
 */
export type ServiceSubscription = AcceptingSubscription | RejectingSubscription
