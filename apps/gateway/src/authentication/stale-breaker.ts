import type { Clock } from '@wardline/kernel'
import { LRUCache } from 'lru-cache'

const WINDOW_MS = 5 * 60_000
const LEAST = 10
const SHARE = 0.02
const MAX_AGENTS = 100_000

/** Keeps a fault of ours from stopping a fleet (docs/architecture.md#identity): `identity_stale` is fatal, so many at once are first an alarm. */
export interface StaleBreaker {
  /** Whether this agent may be told that it is stale. Those that must not be told wait, and count, until they are fewer. */
  mayTell(agent: string): Promise<boolean>
}

/**
 * @param liveAgents asked only when more than ten agents are concerned
 * @param onOpen the alarm
 */
export function createStaleBreaker(options: {
  readonly clock: Clock
  readonly liveAgents: () => Promise<number>
  readonly onOpen: () => void
}): StaleBreaker {
  const { clock } = options
  /** Agent -> when it was told. They stay told: an agent that does not stop is not a new one each minute. */
  const told = new LRUCache<string, number>({ max: MAX_AGENTS })
  /** Agent -> when it last asked, oldest first. */
  const waiting = new Map<string, number>()
  let recent: number[] = []

  return {
    async mayTell(agent) {
      const now = clock.now()
      if (told.has(agent)) return true
      waiting.delete(agent)
      waiting.set(agent, now)
      for (const [other, at] of waiting) {
        if (at > now - WINDOW_MS && waiting.size <= MAX_AGENTS) break
        waiting.delete(other)
      }
      recent = recent.filter(at => at > now - WINDOW_MS)
      const concerned = waiting.size + recent.length
      if (concerned > LEAST && concerned > SHARE * (await options.liveAgents())) {
        options.onOpen()
        return false
      }
      waiting.delete(agent)
      told.set(agent, now)
      recent.push(now)
      return true
    },
  }
}
