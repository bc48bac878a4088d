import { Problem, type TenantId } from '@wardline/kernel'

export interface TurnLimits {
  /** Pieces of work that run at the same time. At most one per tenant. */
  readonly running: number
  /** Pieces of work that may wait. One more is refused. */
  readonly waiting: number
  readonly waitingPerTenant: number
}

/**
 * Turns for work that needs its own thread. Tenants take turns, so nobody waits behind many pieces of work of one
 * tenant.
 */
export interface FairTurns {
  /** @throws Problem 503 `unavailable` when too many already wait. */
  run<T>(tenant: TenantId, work: () => Promise<T>): Promise<T>
}

export function createFairTurns(limits: TurnLimits): FairTurns {
  const waiting: { readonly tenant: TenantId; start(): void }[] = []
  const running = new Set<TenantId>()

  const next = (): void => {
    while (running.size < limits.running) {
      const place = waiting.findIndex(({ tenant }) => !running.has(tenant))
      if (place < 0) return
      const [work] = waiting.splice(place, 1)
      work!.start()
    }
  }
  const turnFor = (tenant: TenantId): Promise<void> =>
    new Promise((resolve, reject) => {
      const own = waiting.filter(work => work.tenant === tenant).length
      const start = (): void => {
        running.add(tenant)
        resolve()
      }
      if (running.size < limits.running && !running.has(tenant)) return start()
      if (waiting.length >= limits.waiting || own >= limits.waitingPerTenant) {
        return reject(
          new Problem('unavailable', { detail: 'Too many rules are being tried or compiled.', retryAfter: 2 }),
        )
      }
      waiting.push({ tenant, start })
    })

  return {
    async run(tenant, work) {
      await turnFor(tenant)
      try {
        return await work()
      } finally {
        running.delete(tenant)
        next()
      }
    },
  }
}
