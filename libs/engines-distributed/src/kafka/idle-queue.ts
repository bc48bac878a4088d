import { createRequire } from 'node:module'

interface RequestQueue {
  readonly pending: readonly unknown[]
  scheduleCheckPendingRequests(): void
}

/**
 * kafkajs 2.2.4 sets a timer on every connection even when no request waits, for the time `-1 - now`: Node.js warns of a
 * negative time-out, takes 1 ms for it, and so each idle connection wakes the process a thousand times a second. The
 * timer is needed only while requests wait, and for those its time is right. A later release of kafkajs that no longer
 * has this method is left alone.
 */
export function quietIdleQueues(): void {
  const { prototype } = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as {
    readonly prototype: RequestQueue & { [QUIET]?: true }
  }
  const schedule = prototype.scheduleCheckPendingRequests
  if (typeof schedule !== 'function' || prototype[QUIET]) return
  prototype[QUIET] = true
  prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
    if (this.pending.length > 0) schedule.call(this)
  }
}

const QUIET = Symbol('idle queues set no timer')
