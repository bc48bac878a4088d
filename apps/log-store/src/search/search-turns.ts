import type { OperationId } from '@wardline/api'
import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { Problem, type TenantPrincipal } from '@wardline/kernel'
import { createTurns } from '@wardline/service-kit'

export interface TurnLimits {
  /** Searches that one principal may run at once. */
  readonly atOnce: number
  /** Searches that all principals of one tenant may run at once. */
  readonly ofTenant: number
  /** Searches of one principal, and of one tenant, that may wait for a turn. */
  readonly waiting: number
  /** How long a search waits, in milliseconds. */
  readonly waitMs: number
}

/** A single client never notices these: at 5 ms a search, eight at once are 1,600 a second. */
export const TURN_LIMITS: TurnLimits = { atOnce: 8, ofTenant: 24, waiting: 256, waitMs: 2_000 }

/**
 * Facets and histograms look at every event that matches. Few at once, so that those of one tenant never take all
 * readers; a page of the console asks for two.
 */
export const COUNT_LIMITS: TurnLimits = { atOnce: 2, ofTenant: 4, waiting: 64, waitMs: 2_000 }

/** Reads of single events: quick, but each may read every partition. */
export const READ_LIMITS: TurnLimits = { atOnce: 16, ofTenant: 32, waiting: 1_024, waitMs: 2_000 }

/**
 * Gives out turns, so that a busy caller waits only for its own searches, a busy tenant only for its own, and nobody
 * for another tenant's.
 */
export interface SearchTurns {
  /**
   * Runs `work` when it is the principal's turn.
   * @throws Problem 429 `rate_limited` when too many already wait, 503 `unavailable` when the turn does not come in
   * time.
   */
  take<T>(principal: TenantPrincipal, work: () => Promise<T>): Promise<T>
}

/** In memory: each replica has its own queues. */
export function createSearchTurns(
  limits: TurnLimits = TURN_LIMITS,
  refused = (_reason: string): void => {},
): SearchTurns {
  const bounds = {
    ...limits,
    tooMany() {
      refused('queue')
      return new Problem('rate_limited', { detail: 'Too many searches at once' })
    },
    tooLate() {
      refused('timeout')
      return new Problem('unavailable', { detail: 'Your other searches are taking too long' })
    },
  }
  const [ofPrincipals, ofTenants] = [createTurns(bounds), createTurns(bounds)]
  return {
    // The principal's own queue comes first, so a principal with many waiting searches has no more places in the
    // tenant's queue than one with few.
    take: ({ tenantId, type, id }, work) =>
      ofPrincipals(`${tenantId} ${type} ${id}`, limits.atOnce, () => ofTenants(tenantId, limits.ofTenant, work)),
  }
}

/** Wraps a handler so that it runs when it is the caller's turn. */
export const inTurn =
  <Id extends OperationId>(turns: SearchTurns, handler: OperationHandler<Id>): OperationHandler<Id> =>
  request =>
    turns.take(tenantPrincipal(request), () => handler(request))
