import { type Clock, CONTENDED, derivedId, type Keyring, mapLimited, type TenantId, untilHeld } from '@wardline/kernel'
import type { Registry, Stored } from '@wardline/ports'
import { type AlertCounterDoc, type AlertReservation, alertCounters, alerts } from '@wardline/registries'

const COUNTER = 'alerts'
const HOUR_MS = 3_600_000
/** More reservations than any batch makes: a store that takes counters but no alerts must not grow one document without end. */
const MAX_RESERVED = 2_000

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

  async function write(tenant: TenantId, current: Stored<AlertCounterDoc> | undefined, doc: AlertCounterDoc) {
    const result = await registry.write(alertCounters, tenant, doc, { expect: current?.version ?? 'absent' })
    return result.ok
  }

  async function isMissing(tenant: TenantId, alertId: string): Promise<boolean> {
    return (await registry.read(alerts, tenant, alertId)) === undefined
  }

  return {
    async reserve(tenant, wanted) {
      return untilHeld('alert counter', async () => {
        // The counter is read before the alerts: one that is created and released in between changes the counter, and the write fails.
        const current = await read(tenant)
        const counter = current?.doc ?? { id: COUNTER, next: 1, reserved: [], ticketed_at: [] }
        const held = new Map(counter.reserved.map(r => [r.alert_id, r]))
        const unplaced = wanted.filter(w => !held.has(w.alertId))
        const missing = await mapLimited(unplaced, w => isMissing(tenant, w.alertId))
        const fresh = unplaced.filter((_, i) => missing[i])
        if (fresh.length > 0) {
          const next = placed(counter, fresh, clock.now(), ticketsPerHour, alertId =>
            derivedId('tkt', keyring.key(tenant, 'ids'), alertId),
          )
          if (!(await write(tenant, current, next))) return CONTENDED
          for (const r of next.reserved) held.set(r.alert_id, r)
        }
        return new Map(wanted.flatMap(w => reservationOf(held, w.alertId)))
      })
    },

    async release(tenant, alertIds) {
      if (alertIds.size === 0) return
      await untilHeld('alert counter', async () => {
        const current = await read(tenant)
        const kept = current?.doc.reserved.filter(r => !alertIds.has(r.alert_id))
        if (!current || !kept || kept.length === current.doc.reserved.length) return
        return (await write(tenant, current, { ...current.doc, reserved: kept })) ? undefined : CONTENDED
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

function reservationOf(held: ReadonlyMap<string, AlertReservation>, alertId: string): [string, AlertReservation][] {
  const reservation = held.get(alertId)
  return reservation ? [[alertId, reservation]] : []
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
