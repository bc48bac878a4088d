/** Resolves when it is the tenant's turn to do one step of its work. */
export type FairTurns = (tenant: string) => Promise<void>

/**
 * Steps of all searches of a thread, one per turn of its event loop. Tenants take turns, and each tenant's searches are
 * served first come, first served. However much one tenant searches, another tenant's search gets at least every second
 * step. Between the steps other calls are answered.
 */
export function createFairTurns(): FairTurns {
  /** Waiting searches by tenant; the first tenant is next. */
  const lines = new Map<string, (() => void)[]>()
  let scheduled = false

  function schedule(): void {
    if (scheduled) return
    scheduled = true
    setImmediate(next)
  }
  function next(): void {
    scheduled = false
    for (const [tenant, line] of lines) {
      lines.delete(tenant)
      const go = line.shift()
      // Queue the tenant behind the others.
      if (line.length > 0) lines.set(tenant, line)
      if (lines.size > 0) schedule()
      go?.()
      return
    }
  }
  return tenant =>
    new Promise(resolve => {
      const line = lines.get(tenant)
      if (line) line.push(resolve)
      else lines.set(tenant, [resolve])
      schedule()
    })
}
