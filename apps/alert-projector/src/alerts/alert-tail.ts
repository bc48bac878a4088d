import type { TenantId } from '@wardline/kernel'
import type { AlertSequence } from './alert-sequence.ts'

/**
 * Tells open streams when there may be new alerts: immediately for those projected in this process, by polling for the
 * others.
 */
export interface AlertTail {
  /** Alerts of the tenant were projected here. */
  wake(tenant: TenantId): void
  /** Resolves when alerts were projected here, when `ms` have passed or when `signal` is aborted. */
  changed(tenant: TenantId, ms: number, signal: AbortSignal): Promise<void>
  /** {@link AlertSequence.frontier}, read at most once per `pollMs` for all streams of a tenant together. */
  frontier(tenant: TenantId): Promise<number>
  /** Counts one more stream. @returns undefined when the tenant is at its limit. */
  open(tenant: TenantId): { close(): void } | undefined
}

interface TenantTail {
  readonly waiting: Set<() => void>
  streams: number
  frontier: { readonly value: Promise<number>; readonly at: number } | undefined
}

export function createAlertTail(
  sequence: Pick<AlertSequence, 'frontier'>,
  limits: { readonly pollMs: number; readonly streamsPerTenant: number },
): AlertTail {
  /** Contains only tenants with open streams. */
  const tails = new Map<TenantId, TenantTail>()
  return {
    wake(tenant) {
      const tail = tails.get(tenant)
      if (!tail) return
      tail.frontier = undefined
      for (const resume of [...tail.waiting]) resume()
    },

    changed(tenant, ms, signal) {
      return new Promise(resolve => {
        const waiting = tails.get(tenant)?.waiting
        const done = (): void => {
          clearTimeout(timer)
          signal.removeEventListener('abort', done)
          waiting?.delete(done)
          resolve()
        }
        const timer = setTimeout(done, ms)
        signal.addEventListener('abort', done)
        waiting?.add(done)
        if (signal.aborted) done()
      })
    },

    frontier(tenant) {
      const tail = tails.get(tenant)
      const now = performance.now()
      if (tail?.frontier && now - tail.frontier.at < limits.pollMs / 2) return tail.frontier.value
      const value = sequence.frontier(tenant)
      if (tail) {
        tail.frontier = { value, at: now }
        value.catch(() => {
          tail.frontier = undefined
        })
      }
      return value
    },

    open(tenant) {
      const tail = tails.get(tenant) ?? { waiting: new Set(), streams: 0, frontier: undefined }
      if (tail.streams >= limits.streamsPerTenant) return undefined
      tail.streams++
      tails.set(tenant, tail)
      let open = true
      return {
        close() {
          if (!open) return
          open = false
          if (--tail.streams === 0) tails.delete(tenant)
        },
      }
    },
  }
}
