import { createAlertProjector } from '@wardline/alert-projector'
import { createFileArchive } from '@wardline/archive'
import { createDetector } from '@wardline/detector'
import { createEnrollment, enrollmentConfigOf } from '@wardline/enrollment'
import { createGateway, publicUrlOf } from '@wardline/gateway'
import { type HostPorts, portsFor } from '@wardline/host'
import { createEgress } from '@wardline/http'
import { createIngest } from '@wardline/ingest'
import { createMdmConnector } from '@wardline/mdm-connector'
import { createNormalizer } from '@wardline/normalizer'
import { withArchive } from '@wardline/ports'
import { secretsFrom } from '@wardline/secrets'
import type { Service } from '@wardline/service-kit'
import type { StandaloneConfig } from './config.ts'
import { type ThreadedSettings, threadedSettingsOf } from './threaded-settings.ts'
import type { ThreadedService } from './threads/protocol.ts'

/** Every service of the embedded profile, in no order: nothing depends on which starts first. */
export function buildServices(host: HostPorts, config: StandaloneConfig): readonly Service[] {
  const egress = createEgress({ allow: config.WARDLINE_EGRESS_ALLOW })
  const secrets = secretsFrom(config, config.secretVariables, egress)
  return [
    createGateway({ ...portsFor('gateway', host), egress, secrets, publicUrl: publicUrlOf(config) }),
    createEnrollment(portsFor('enrollment', host), enrollmentConfigOf(config, 'own'), secrets),
    createMdmConnector(portsFor('mdm-connector', host), { egress, secrets }),
    createIngest(portsFor('ingest', host)),
    ...THREADED.map(name => buildThreaded(name, host, threadedSettingsOf(config))),
    createAlertProjector(portsFor('alert-projector', host), {
      egress: createEgress({ allow: config.WARDLINE_EGRESS_ALLOW }),
    }),
  ]
}

/** Services whose operations are served here while their consuming halves run in threads of their own. */
export const THREADED: readonly ThreadedService[] = ['normalizer', 'detector']

/** The one way to build a threaded service, whichever half of it is run. */
export function buildThreaded(name: ThreadedService, host: HostPorts, settings: ThreadedSettings): Service {
  const archive = createFileArchive(settings.archive)
  switch (name) {
    case 'normalizer':
      return createNormalizer(portsFor('normalizer', host), { archive, ...settings.normalizer })
    case 'detector': {
      const index = withArchive(host.index, archive, host.clock)
      const { rules } = settings
      return createDetector(portsFor('detector', { ...host, index }), rules === undefined ? {} : { rulesDir: rules })
    }
  }
}
