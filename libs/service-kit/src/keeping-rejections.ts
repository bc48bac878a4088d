import type { AnyEnvelope } from '@wardline/events'
import type { ServiceName } from '@wardline/kernel'
import type { Delivery, HandlerContext } from '@wardline/ports'
import { createRejectionKeeper, type RejectionOptions } from './rejection-keeper.ts'
import type { Metrics } from './service.ts'
import type {
  AcceptingSubscription,
  Kept,
  RejectingSubscription,
  ServiceSubscription,
  Verdict,
} from './subscription.ts'

/** What keeping rejections needs from a host. */
export type KeeperPorts = Pick<RejectionOptions, 'registry' | 'keyring' | 'clock'> & { readonly metrics: Metrics }

/** A service is wired wrongly: trying again does not help. */
export class WiringFault extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'WiringFault'
  }
}

type Handle = (batch: readonly Delivery[], context: HandlerContext) => Promise<readonly Verdict[]>

/**
 * The subscription's handler, which makes its rejections durable before it returns. If they cannot be saved, the
 * handler throws and the batch is delivered again. @throws WiringFault for a subscription that does not say where its
 * rejections are kept, or names another service's collection.
 */
export function keepingRejections(service: ServiceName, subscription: ServiceSubscription, ports: KeeperPorts): Handle {
  // Checked at run time too: a cast or plain JavaScript gets past the types.
  const rejections: ServiceSubscription['rejections'] | undefined = subscription.rejections
  const name = `the subscription "${subscription.group}" of ${service}`
  if (rejections === undefined || (rejections !== 'none' && typeof rejections.collection?.name !== 'string'))
    throw new WiringFault(
      `${name} does not say where its rejections are kept. ` +
        "Give it rejections: { collection, maxBytes } with the service's collection of libs/registries/src/rejections.ts, " +
        "or rejections: 'none' when its handler never rejects.",
    )
  if (rejections !== 'none' && rejections.collection.owner !== service)
    throw new WiringFault(
      `${name} keeps its rejections in ${rejections.collection.name}, which belongs to ${rejections.collection.owner}. ` +
        'Name the collection of the service itself (libs/registries/src/rejections.ts).',
    )
  return rejections === 'none'
    ? neverRejecting(name, subscription as AcceptingSubscription)
    : rejecting(subscription as RejectingSubscription, { ...ports, ...rejections, service })
}

/**
 * The handler said that it never rejects. If it does, its batch is delivered again: nothing is lost, and the group
 * counts as failing.
 */
function neverRejecting(name: string, { handle }: AcceptingSubscription): Handle {
  return async (batch, context) => {
    const verdicts: readonly Verdict[] = await handle(batch, context)
    if (verdicts.some(isRejection))
      throw new WiringFault(`${name} says that it never rejects, but returned a rejection: name its collection`)
    return verdicts
  }
}

function rejecting({ handle }: RejectingSubscription, options: RejectionOptions & KeeperPorts): Handle {
  const keeper = createRejectionKeeper(options)
  return async (batch, context) => {
    const deliveries = new Map(batch.map(delivery => [delivery.envelope, delivery]))
    const kept = new Set<AnyEnvelope>()
    const keep = async (envelope: AnyEnvelope, code: string): Promise<Kept> => {
      const position = deliveries.get(envelope)?.position
      if (!position) throw new Error('only an event of the current batch can be rejected')
      const result = await keeper.keep(envelope, code, `${position.partition}:${position.offset}`)
      if (result === 'full') options.metrics.count('rejections_unkept_total')
      kept.add(envelope)
      return result
    }
    const verdicts = await handle(batch, { ...context, keep })
    for (const [i, verdict] of verdicts.entries()) {
      const envelope = batch[i]?.envelope
      if (envelope && isRejection(verdict) && !kept.has(envelope)) await keep(envelope, verdict.reject)
    }
    return verdicts
  }
}

export const isRejection = (verdict: Verdict): verdict is { readonly reject: string } =>
  typeof verdict === 'object' && 'reject' in verdict
