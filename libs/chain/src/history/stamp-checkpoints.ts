import { type Clock, rfc3339, type TenantId } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import type { Metrics, ServicePorts } from '@wardline/service-kit'
import type { History } from './history.ts'
import type { LoggedLink } from './history-kind.ts'
import { StampRefused, type TimeStamper } from './time-stamper.ts'

/** Checkpoints of one tenant that are still tried. One that is older stays without a stamp: a later stamp covers its records too. */
const NEWEST = 8
/** A stamp that is further from our own clock is wrong, or our clock is. */
const MAX_DIFFERENCE_MS = 3_600_000

export interface StampingPorts<Link extends LoggedLink> {
  readonly registry: Registry
  readonly clock: Pick<Clock, 'now'>
  readonly log: ServicePorts['log']
  readonly metrics: Metrics
  readonly history: History<Link>
  readonly stamper: TimeStamper
}

/**
 * Asks the authority for the checkpoints of one tenant that have no stamp, the oldest first. None is asked for that is older than one which has
 * a stamp, so stamped times never go backwards.
 * @returns false when the authority gave none: it is tried again in the next round
 */
export async function stampCheckpoints<Link extends LoggedLink>(
  { registry, clock, log, metrics, history, stamper }: StampingPorts<Link>,
  tenant: TenantId,
  signal: AbortSignal,
): Promise<boolean> {
  const { checkpoints, name } = history.kind
  const { key } = history.keysOf(tenant)
  const listed = await registry.list(checkpoints, tenant, { order: { by: 'size', direction: 'desc' }, limit: NEWEST })
  // After a restore there may be two of one size.
  const newest = listed.toSorted(({ doc: a }, { doc: b }) => a.size - b.size || (a.signed_at < b.signed_at ? -1 : 1))
  const last = newest.findLastIndex(({ doc }) => doc.timestamp)
  let after = last < 0 ? 0 : Date.parse(newest[last]?.doc.timestamp?.at ?? '')
  for (const { doc, version } of newest.slice(last + 1)) {
    // What our key has not signed is for the check to report.
    if (key.open(doc.note)?.size !== doc.size) continue
    try {
      const { at, authority, token } = await stamper.stamp(Buffer.from(doc.note), signal)
      if (at < after || Math.abs(at - clock.now()) > MAX_DIFFERENCE_MS) throw new StampRefused('time')
      const timestamp = { at: rfc3339(at), authority, token: token.toString('base64') }
      const written = await registry.write(checkpoints, tenant, { ...doc, timestamp }, { expect: version })
      // Another process has stamped it meanwhile, and goes on with the next.
      if (!written.ok) return true
      metrics.count('checkpoint_stamps_total', { log: name, outcome: 'stamped' })
      after = at
    } catch (error) {
      if (!(error instanceof StampRefused)) throw error
      metrics.count('checkpoint_stamps_total', { log: name, outcome: error.reason })
      log.warn({ log: name, reason: error.reason }, 'a checkpoint has no time stamp yet: see docs/transparency.md')
      return false
    }
  }
  return true
}
