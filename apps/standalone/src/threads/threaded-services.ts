// Apart from the other services: a thread that starts loads only what can run in it.
import { createDetector } from '@wardline/detector'
import { type HostPorts, portsFor } from '@wardline/host'
import { createLogStore } from '@wardline/log-store'
import { createNormalizer } from '@wardline/normalizer'
import type { Service } from '@wardline/service-kit'
import type { ThreadedSettings } from '../threaded-settings.ts'
import type { ThreadedService, ThreadName } from './protocol.ts'

/**
 * The threads, each with the services that share it. Their operations are served here, while their consuming half and their
 * jobs run in the thread. The log store consumes nothing, and its jobs (the tier mover, the recount) work in bursts, so
 * they share the normalizer's thread: a separate one would always cost memory.
 */
export const THREADS: Readonly<Record<ThreadName, readonly ThreadedService[]>> = {
  normalizer: ['normalizer', 'log-store'],
  detector: ['detector'],
}
export const THREADED: readonly ThreadedService[] = Object.values(THREADS).flat()

/** Builds a threaded service, whichever half of it runs. */
export function buildThreaded(name: ThreadedService, host: HostPorts, settings: ThreadedSettings): Service {
  switch (name) {
    case 'normalizer':
      return createNormalizer(portsFor('normalizer', host))
    case 'log-store':
      return createLogStore(portsFor('log-store', host), settings.logStore)
    case 'detector':
      return createDetector(portsFor('detector', host), { rulesDir: settings.rules, ruleQuota: settings.ruleQuota })
  }
}
