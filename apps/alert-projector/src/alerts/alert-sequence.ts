import { type Clock, derivedId, HOUR_MS, type Keyring, mapLimited, type TenantId } from '@wardline/kernel'
import type { Registry, Stored } from '@wardline/ports'
import { type AlertCounterDoc, type AlertReservation, alertCounters, alerts } from '@wardline/registries'
import { type Decision, update } from '@wardline/service-kit'

const COUNTER = 'alerts'
/** Reservations younger than this belong to a batch in progress, in milliseconds. */
export const YOUNG_MS = 60_000
/**
 * More than any batch reserves. If the store accepts counters but no alerts, the document must not grow without limit.
 */
const MAX_RESERVED = 2_000

/** All of a tenant's batches share one counter, so conflicts are frequent. */
const ATTEMPTS = 100

type Decided<R> = Decision<AlertCounterDoc, R> | Promise<Decision<AlertCounterDoc, R>>

/** An alert that needs a sequence. */
export interface AlertToPlace {
  readonly alertId: string
  /** Whether it gets a ticket, if the hourly cap allows it. */
  readonly ticket: boolean
}

/** Gives alerts their sequence numbers (docs/adr/: the saga of an alert). */
export interface AlertSequence {
  /**
   * Reserves, in one write, a sequence for each alert that does not exist yet. An alert that already has a reservation
   * gets the same one again. The result leaves out alerts that exist and have no reservation.
   */
  reserve(tenant: TenantId, alerts: readonly AlertToPlace[]): Promise<ReadonlyMap<string, AlertReservation>>
  /** Releases reservations. Only for alerts that are stored and published, or will never exist. */
  release(tenant: TenantId, alertIds: ReadonlySet<string>): Promise<void>
  /** Every sequence below it is settled: its alert can be read now or will never exist. Never decreases. */
  frontier(tenant: TenantId): Promise<number>
  /** In the order of their sequences. */
  reservations(tenant: TenantId): Promise<readonly AlertReservation[]>
}

export function createAlertSequence(ports: {
  readonly registry: Registry
  readonly clock: Clock
  readonly keyring: Keyring
  readonly ticketsPerHour: number
}): AlertSequence {
  const { registry, clock, keyring, ticketsPerHour } = ports
  const read = (tenant: TenantId) => registry.read(alertCounters, tenant, COUNTER)
  const change = <R>(tenant: TenantId, decide: (current: Stored<AlertCounterDoc> | undefined) => Decided<R>) =>
    update(registry, alertCounters, tenant, COUNTER, decide, { attempts: ATTEMPTS })

  async function isMissing(tenant: TenantId, alertId: string): Promise<boolean> {
    return (await registry.read(alerts, tenant, alertId)) === undefined
  }

  return {
    async reserve(tenant, wanted) {
      // The counter is read before the alerts. If an alert is created and released in between, the counter has changed
      // and the write fails.
      const { result } = await change(tenant, async current => {
        const counter = current?.doc ?? { id: COUNTER, next: 1, reserved: [], ticketed_at: [] }
        const held = new Set(counter.reserved.map(r => r.alert_id))
        const unplaced = wanted.filter(w => !held.has(w.alertId))
        const missing = await mapLimited(unplaced, w => isMissing(tenant, w.alertId))
        const fresh = unplaced.filter((_, i) => missing[i])
        const ticketIdOf = (alertId: string) => derivedId('tkt', keyring.key(tenant, 'ids'), alertId)
        const next = fresh.length > 0 ? placed(counter, fresh, clock.now(), ticketsPerHour, ticketIdOf) : undefined
        return { doc: next, result: reservationsOf(wanted, next ?? counter) }
      })
      return result
    },

    async release(tenant, alertIds) {
      if (alertIds.size === 0) return
      await change(tenant, current => {
        const kept = current?.doc.reserved.filter(r => !alertIds.has(r.alert_id))
        if (!current || !kept || kept.length === current.doc.reserved.length) return { result: undefined }
        return { doc: { ...current.doc, reserved: kept }, result: undefined }
      })
    },

    async frontier(tenant) {
      const counter = (await read(tenant))?.doc
      if (!counter) return 1
      return counter.reserved.reduce((least, r) => Math.min(least, r.sequence), counter.next)
    },

    async reservations(tenant) {
      return (await read(tenant))?.doc.reserved ?? []
    },
  }
}

function reservationsOf(
  wanted: readonly AlertToPlace[],
  { reserved }: AlertCounterDoc,
): ReadonlyMap<string, AlertReservation> {
  const ids = new Set(wanted.map(w => w.alertId))
  return new Map(reserved.filter(r => ids.has(r.alert_id)).map(r => [r.alert_id, r]))
}

/**
 * The counter with the `fresh` alerts appended in order, and with tickets for as many of them as the hour still allows.
 */
function placed(
  counter: AlertCounterDoc,
  fresh: readonly AlertToPlace[],
  now: number,
  ticketsPerHour: number,
  ticketIdOf: (alertId: string) => string,
): AlertCounterDoc {
  if (counter.reserved.length + fresh.length > MAX_RESERVED)
    throw new Error('too many alerts are waiting to be written')
  const ticketedAt = counter.ticketed_at.filter(at => at > now - HOUR_MS)
  const reserved = fresh.map((alert, i): AlertReservation => {
    const ticket = alert.ticket && ticketedAt.length < ticketsPerHour
    if (ticket) ticketedAt.push(now)
    return {
      alert_id: alert.alertId,
      sequence: counter.next + i,
      ticket_id: ticket ? ticketIdOf(alert.alertId) : null,
      reserved_at: now,
    }
  })
  return {
    ...counter,
    next: counter.next + fresh.length,
    reserved: [...counter.reserved, ...reserved],
    ticketed_at: ticketedAt,
  }
}
