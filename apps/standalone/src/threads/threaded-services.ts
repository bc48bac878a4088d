// Apart from the other services, and each loaded when it is built: a thread that starts loads only what runs in it.
import { type HostPorts, portsFor } from '@wardline/host'
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

/**
 * Builds a threaded service. `consumes` says which half of it will run: only the thread that consumes raw logs loads the
 * source packs at start.
 */
export async function buildThreaded(
  name: ThreadedService,
  host: HostPorts,
  settings: ThreadedSettings,
  consumes: boolean,
): Promise<Service> {
  switch (name) {
    case 'normalizer': {
      const { createNormalizer, loadNormalize } = await import('@wardline/normalizer')
      return createNormalizer(portsFor('normalizer', host), consumes ? { normalize: await loadNormalize() } : {})
    }
    case 'log-store': {
      const { createLogStore } = await import('@wardline/log-store')
      return createLogStore(portsFor('log-store', host), settings.logStore)
    }
    case 'detector': {
      const { createDetector } = await import('@wardline/detector')
      return createDetector(portsFor('detector', host), { rulesDir: settings.rules, ruleQuota: settings.ruleQuota })
    }
  }
}
