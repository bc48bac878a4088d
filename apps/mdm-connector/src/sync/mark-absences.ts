import { rfc3339 } from '@wardline/kernel'
import type { Stored } from '@wardline/ports'
import { type MdmDeviceDoc, mdmDevices } from '@wardline/registries'
import { update } from '@wardline/service-kit'
import { ProviderFault } from '../providers/provider-fault.ts'
import { referenceOfSnapshot } from './leave-at-the-door.ts'
import type { Walking } from './walk-devices.ts'

const PAGE = 500
/** If more than this many devices, or half of the fleet, vanish from one walk to the next, something is wrong. */
const MASS_COUNT = 10
const MASS_SHARE = 0.1

export interface Absences {
  /** Devices that are known here but were not seen by the walk. */
  readonly missing: number
  /** There were so many at once that nothing was marked. */
  readonly mass: boolean
}

/**
 * After a complete walk, marks the devices that it did not see. A device is missing from the second such walk on, at least a
 * day after the first, and only if the provider does not find it by its id. Nothing is ever deleted. Idempotent.
 * @param seen devices of the walk @param accepted an operator has accepted a mass disappearance
 */
export async function markAbsences(w: Walking, walk: number, seen: number, accepted: boolean): Promise<Absences> {
  let missing = 0
  let fresh = 0
  for await (const { doc } of unseen(w, walk)) {
    missing++
    if (doc.absent_since === null) fresh++
  }
  if (!accepted && isMass(fresh, seen + fresh)) return { missing, mass: true }
  let lookups = w.context.config.maxLookups
  for await (const stored of unseen(w, walk)) {
    if (stored.doc.missing) continue
    await w.lease.beat()
    const verdict = await judge(w, stored.doc, () => lookups-- > 0)
    if (verdict) await mark(w, stored.doc.id, walk, verdict)
  }
  return { missing, mass: false }
}

export const isMass = (vanished: number, present: number): boolean =>
  vanished > 1 && (vanished > Math.max(MASS_COUNT, present * MASS_SHARE) || vanished * 2 > present)

type Verdict = Pick<MdmDeviceDoc, 'absent_since' | 'missing_since' | 'missing'>

/** Undefined: leave it unchanged. */
async function judge(w: Walking, doc: MdmDeviceDoc, mayAsk: () => boolean): Promise<Verdict | undefined> {
  const now = w.context.clock.now()
  if (doc.absent_since === null) return { absent_since: rfc3339(now), missing_since: null, missing: false }
  if (now - Date.parse(doc.absent_since) < w.context.config.absenceMs || !mayAsk()) return undefined
  try {
    const still = await w.session.has(referenceOfSnapshot({ keyring: w.context.keyring, tenant: w.tenant }, doc))
    return still
      ? { absent_since: null, missing_since: null, missing: false }
      : { absent_since: doc.absent_since, missing_since: doc.absent_since, missing: true }
  } catch (error) {
    // Without a reply from the provider there is no proof: the next complete walk tries again.
    if (error instanceof ProviderFault) return undefined
    throw error
  }
}

async function mark({ context, tenant }: Walking, id: string, walk: number, verdict: Verdict): Promise<void> {
  await update(context.registry, mdmDevices, tenant, id, current =>
    current && current.doc.seen_walk < walk ? { doc: { ...current.doc, ...verdict } } : undefined,
  )
}

async function* unseen(
  { context, tenant, connection, lease }: Walking,
  walk: number,
): AsyncGenerator<Stored<MdmDeviceDoc>> {
  let after: { value: number; id: string } | undefined
  for (;;) {
    await lease.beat()
    const page = await context.registry.list(mdmDevices, tenant, {
      where: { connection_id: connection.id, seen_walk: { lt: walk } },
      order: { by: 'seen_walk', direction: 'asc' },
      limit: PAGE,
      ...(after ? { after } : {}),
    })
    yield* page
    const last = page.at(-1)?.doc
    if (!last || page.length < PAGE) return
    after = { value: last.seen_walk, id: last.id }
  }
}
