import type { Clock } from '@wardline/kernel'
import { LRUCache } from 'lru-cache'

const WINDOW_MS = 5 * 60_000
const LEAST = 10
const SHARE = 0.02
const MAX_AGENTS = 100_000

/** Keeps a fault of ours from stopping a fleet (docs/architecture.md#identity): `identity_stale` is fatal, so many at once are first an alarm. */
export interface StaleBreaker {
  /** Whether this agent may be told that it is stale. The others wait, and count as waiting, until there are fewer. */
  mayTell(agent: string): Promise<boolean>
}

/**
 * @param liveAgents called only if more than ten agents are affected
 * @param onOpen the alarm
 */
export function createStaleBreaker(options: {
  readonly clock: Clock
  readonly liveAgents: () => Promise<number>
  readonly onOpen: () => void
}): StaleBreaker {
  const { clock } = options
  /** Agent -> when it was told. Entries stay, so that an agent that does not stop is not counted again each minute. */
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
