import { type Clock, derivedId, HOUR_MS, type Keyring, mapLimited, type TenantId } from '@wardline/kernel'
import type { Registry, Stored } from '@wardline/ports'
import { type AlertCounterDoc, type AlertReservation, alertCounters, alerts } from '@wardline/registries'
import { type Decision, update } from '@wardline/service-kit'

const COUNTER = 'alerts'
/** More reservations than any batch makes: a store that takes counters but no alerts must not grow one document without end. */
const MAX_RESERVED = 2_000

/** One counter serves all of a tenant's batches, so they meet often. */
const ATTEMPTS = 100

type Decided<R> = Decision<AlertCounterDoc, R> | Promise<Decision<AlertCounterDoc, R>>

/** An alert that needs a sequence. */
export interface AlertToPlace {
  readonly alertId: string
  /** Whether it is to have a ticket, if the hour's cap allows. */
  readonly ticket: boolean
}

/** Gives alerts their sequence (docs/adr/: the saga of an alert). */
export interface AlertSequence {
  /**
   * Reserves, in one write, a sequence for each alert that is not there yet. An alert whose reservation was made before gets that one again.
   * Alerts that exist and hold no reservation are left out of the answer.
   */
  reserve(tenant: TenantId, alerts: readonly AlertToPlace[]): Promise<ReadonlyMap<string, AlertReservation>>
  /** Gives reservations back. Only for alerts whose document exists, or will never exist. */
  release(tenant: TenantId, alertIds: ReadonlySet<string>): Promise<void>
  /** Every sequence below it is settled: its alert is there to read now, or never will be. Never goes back. */
  frontier(tenant: TenantId): Promise<number>
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
      // The counter is read before the alerts: one that is created and released in between changes the counter, and the write fails.
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

/** The counter with `fresh` alerts in their order behind the others, and tickets for as many of them as the hour still allows. */
function placed(
  counter: AlertCounterDoc,
  fresh: readonly AlertToPlace[],
  now: number,
  ticketsPerHour: number,
  ticketIdOf: (alertId: string) => string,
): AlertCounterDoc {
  if (counter.reserved.length + fresh.length > MAX_RESERVED) throw new Error('too many alerts wait to be written')
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
