import { createAlertProjector } from '@wardline/alert-projector'
import { type CheckpointAnchors, historyConfigOf } from '@wardline/chain'
import { createDetector } from '@wardline/detector'
import { createEnrollment, enrollmentConfigOf } from '@wardline/enrollment'
import { createGateway, publicUrlOf } from '@wardline/gateway'
import { type BuildInfo, type HostPorts, portsFor } from '@wardline/host'
import { createEgress } from '@wardline/http'
import { createIngest } from '@wardline/ingest'
import { createLogStore } from '@wardline/log-store'
import { createMdmConnector } from '@wardline/mdm-connector'
import { createNormalizer } from '@wardline/normalizer'
import { secretsFrom } from '@wardline/secrets'
import { quotasOf, type Service } from '@wardline/service-kit'
import type { StandaloneConfig } from './config.ts'
import { type ThreadedSettings, threadedSettingsOf } from './threaded-settings.ts'
import type { ThreadedService, ThreadName } from './threads/protocol.ts'

/** Every service of the embedded profile, in no particular order: nothing depends on which one starts first. */
export function buildServices(
  host: HostPorts,
  config: StandaloneConfig,
  anchors: CheckpointAnchors,
  release: BuildInfo,
): readonly Service[] {
  const egress = createEgress({ allow: config.WARDLINE_EGRESS_ALLOW })
  const secrets = secretsFrom(config, config.secretVariables, egress)
  const quotas = quotasOf(config)
  const history = historyConfigOf(config, anchors)
  return [
    createGateway(
      { ...portsFor('gateway', host), egress, secrets, publicUrl: publicUrlOf(config), quotas, release },
      history,
    ),
    createEnrollment(portsFor('enrollment', host), enrollmentConfigOf(config, 'own'), secrets),
    createMdmConnector(portsFor('mdm-connector', host), { egress, secrets }),
    createIngest(portsFor('ingest', host), { quotas }),
    ...THREADED.map(name => buildThreaded(name, host, threadedSettingsOf(config))),
    createAlertProjector(portsFor('alert-projector', host), {
      egress: createEgress({ allow: config.WARDLINE_EGRESS_ALLOW }),
      history,
      streamsPerTenant: quotas.alertStreams,
    }),
  ]
}

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
