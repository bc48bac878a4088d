import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { OperationId, OperationRow } from '@wardline/api'
import { type Principal, Problem, type ProblemCode } from '@wardline/kernel'
import { beyondQuota, createTurns, type Metrics } from '@wardline/service-kit'
import { LRUCache } from 'lru-cache'

/** Refusals that hold for every batch of a tenant, whatever is in it. */
const OF_A_TENANT = ['event_quota_reached', 'tenant_backlog'] as const satisfies readonly ProblemCode[]
/** Shorter than any `Retry-After`: who has not been told yet soon gets a turn. */
const STANDS_MS = 250
const MAX_TENANTS = 10_000
/** Requests of one tenant that wait for their turn, with their bodies, and how long. */
const WAITING = 256
const WAIT_MS = 30_000
/** The longest pause after one of them. */
const MAX_PAUSE_MS = 50

interface Call {
  readonly operationId: OperationId
  readonly row: Pick<OperationRow, 'atOnce'>
  readonly principal: Principal
}

/**
 * Keeps the many large requests of one tenant from everybody else's way: few are done at once (`OperationRow.atOnce`), one
 * after another is parsed, and a tenant that was just told to send its logs later, and sends them all the same, gets the
 * same answer without a look at them.
 */
export interface TenantTurns {
  /** Before the body is read. @throws Problem while a refusal of the whole tenant stands */
  check(call: Call): void
  /** Does `work` when it is the tenant's turn. @throws Problem 429 `rate_limited` if it does not come; as {@link check} */
  take<T>(call: Call, work: () => Promise<T>): Promise<T>
}

interface Refusal {
  readonly code: (typeof OF_A_TENANT)[number]
  readonly retryAfter: number
  readonly until: number
}

export function createTenantTurns(metrics: Metrics, steady = () => performance.now()): TenantTurns {
  const refusals = new LRUCache<string, Refusal>({ max: MAX_TENANTS })
  const tooMany = () => new Problem('rate_limited', { detail: 'Too many batches at once' })
  const inTurn = createTurns({ waiting: WAITING, waitMs: WAIT_MS, tooMany, tooLate: tooMany })
  let lastEnded: Promise<unknown> = Promise.resolve()
  /**
   * One after another, each in a turn of the event loop of its own, and as long as it took the loop is for what else is
   * ready: these requests take half of the thread at most.
   */
  function ownLoopTurn(): Promise<unknown> {
    const mine = lastEnded.then(() => setImmediate())
    lastEnded = mine.then(async () => {
      const began = performance.now()
      await setImmediate()
      const took = Math.min(MAX_PAUSE_MS, performance.now() - began)
      if (took >= 1) await sleep(took)
    })
    return mine
  }
  const keyOf = ({ principal, operationId, row }: Call): string | undefined =>
    row.atOnce === undefined || principal.type === 'anonymous' ? undefined : `${principal.tenantId}/${operationId}`

  function heed(key: string | undefined): void {
    const refusal = key === undefined ? undefined : refusals.get(key)
    if (refusal && refusal.until > steady()) throw beyondQuota(metrics, refusal.code, refusal.retryAfter)
  }
  function remember(key: string, problem: unknown): void {
    if (!(problem instanceof Problem)) return
    const code = OF_A_TENANT.find(c => c === problem.code)
    const { retryAfter } = problem
    if (code && retryAfter !== undefined) refusals.set(key, { code, retryAfter, until: steady() + STANDS_MS })
  }
  return {
    check: call => heed(keyOf(call)),
    async take(call, work) {
      const key = keyOf(call)
      const { atOnce } = call.row
      if (key === undefined || atOnce === undefined) return work()
      return inTurn(key, atOnce, async () => {
        await ownLoopTurn()
        heed(key)
        try {
          return await work()
        } catch (problem) {
          remember(key, problem)
          throw problem
        }
      })
    },
  }
}
