import { isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'
import { Agent, type Dispatcher } from 'undici'

/** Most origins with open connections at a time. */
const MAX_AGENTS = 64

/**
 * Connections by origin and the address that was checked: the address dialled is the one that was checked, whatever the
 * name resolves to later.
 */
export interface Dispatchers {
  for(url: URL, address: string): Dispatcher
  close(): Promise<void>
}

export function createDispatchers(ca: string | undefined): Dispatchers {
  const agents = new LRUCache<string, Agent>({
    max: MAX_AGENTS,
    dispose: (agent, _, reason) => void (reason === 'evict' && agent.close()),
  })
  const make = (address: string): Agent => {
    const family = isIPv6(address) ? 6 : 4
    return new Agent({
      connections: 4,
      pipelining: 1,
      keepAliveTimeout: 4_000,
      connect: {
        ...(ca === undefined ? {} : { ca }),
        timeout: 10_000,
        lookup: (_hostname, { all }, done) => (all ? done(null, [{ address, family }]) : done(null, address, family)),
      },
    })
  }
  return {
    for(url, address) {
      const key = `${url.origin} ${address}`
      const known = agents.get(key)
      const agent = known ?? make(address)
      if (!known) agents.set(key, agent)
      return agent
    },
    async close() {
      await Promise.all([...agents.values()].map(a => a.close()))
      agents.clear()
    },
  }
}
