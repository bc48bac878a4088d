import { createAlertProjector } from '@wardline/alert-projector'
import { type CheckpointAnchors, historyConfigOf } from '@wardline/chain'
import { createEnrollment, enrollmentConfigOf } from '@wardline/enrollment'
import { createGateway, publicUrlOf } from '@wardline/gateway'
import { type BuildInfo, type HostPorts, portsFor } from '@wardline/host'
import { createEgress } from '@wardline/http'
import { createIngest } from '@wardline/ingest'
import { createMdmConnector } from '@wardline/mdm-connector'
import { secretsFrom } from '@wardline/secrets'
import { quotasOf, type Service } from '@wardline/service-kit'
import type { StandaloneConfig } from './config.ts'
import { threadedSettingsOf } from './threaded-settings.ts'
import { buildThreaded, THREADED } from './threads/threaded-services.ts'

/** Every service of the embedded profile, in no particular order: nothing depends on which one starts first. */
export async function buildServices(
  host: HostPorts,
  config: StandaloneConfig,
  anchors: CheckpointAnchors,
  release: BuildInfo,
): Promise<readonly Service[]> {
  const egress = createEgress({ allow: config.WARDLINE_EGRESS_ALLOW })
  const secrets = secretsFrom(config, config.secretVariables, egress)
  const quotas = quotasOf(config)
  const history = historyConfigOf(config, anchors)
  const threaded = await Promise.all(THREADED.map(name => buildThreaded(name, host, threadedSettingsOf(config), false)))
  return [
    createGateway(
      { ...portsFor('gateway', host), egress, secrets, publicUrl: publicUrlOf(config), quotas, release },
      history,
    ),
    createEnrollment(portsFor('enrollment', host), enrollmentConfigOf(config, 'own'), secrets),
    createMdmConnector(portsFor('mdm-connector', host), { egress, secrets }),
    createIngest(portsFor('ingest', host), { quotas }),
    ...threaded,
    createAlertProjector(portsFor('alert-projector', host), {
      egress: createEgress({ allow: config.WARDLINE_EGRESS_ALLOW }),
      history,
      streamsPerTenant: quotas.alertStreams,
    }),
  ]
}
