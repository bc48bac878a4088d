import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '@wardline/kernel'

/** What a process says of its release at its admin listener; `earlier` also if it is too old to say anything. */
type Said = 'earlier' | 'same or later' | 'nothing'

export interface ServicesFirstOptions {
  /** The release of this process: three numbers. */
  readonly version: string
  /** Admin listeners (`http://…:9090`) of the processes that get requests at present. Rejects if nobody can tell. */
  readonly listeners: () => Promise<readonly string[]>
  readonly clock: Clock
  readonly pauseMs?: number
  /** How long a process that does not answer, or a name that is not resolved, is waited for. */
  readonly silenceMs?: number
  /** Called when the list changes of what is waited for. */
  readonly waiting: (listeners: readonly string[]) => void
}

/** Whether release `a` is earlier than `b`. What follows the three numbers does not count. */
export function isEarlier(a: string, b: string): boolean {
  const numbers = (version: string): number[] => version.split(/[-+]/)[0]!.split('.').map(Number)
  const [ours, theirs] = [numbers(a), numbers(b)]
  const differs = ours.findIndex((n, i) => n !== theirs[i])
  return differs >= 0 && ours[differs]! < (theirs[differs] ?? 0)
}

async function ask(listener: string, version: string): Promise<Said> {
  try {
    const answer = await fetch(`${listener}/healthz`, { signal: AbortSignal.timeout(3_000) })
    await answer.body?.cancel()
    const theirs = answer.headers.get('wardline-version')
    return theirs !== null && !isEarlier(theirs, version) ? 'same or later' : 'earlier'
  } catch {
    return 'nothing'
  }
}

/**
 * Waits while a process that gets requests says that it is of an earlier release than this one: what the API document of
 * a gateway offers, the services must support. One that is silent is waited for only for `silenceMs`, for it may be gone,
 * or hidden from here. Where the services are of a later release (a rollback), there is nothing to wait for.
 */
export async function servicesFirst(options: ServicesFirstOptions): Promise<void> {
  const { version, clock, pauseMs = 2_000, silenceMs = 60_000, waiting } = options
  const started = clock.now()
  let told = ''
  for (;;) {
    const listeners = await options.listeners().catch(() => undefined)
    const said = await Promise.all((listeners ?? []).map(async l => [l, await ask(l, version)] as const))
    const patient = clock.now() - started < silenceMs
    const awaited = said.filter(([, s]) => s === 'earlier' || (s === 'nothing' && patient)).map(([l]) => l)
    if (awaited.length === 0 && !(listeners === undefined && patient)) return
    if (awaited.join() !== told) waiting(awaited)
    told = awaited.join()
    await sleep(pauseMs)
  }
}
