import { historyConfigOf } from '@wardline/chain'
import { distributedEngines } from '@wardline/engines-distributed'
import { checkpointFilesOf, runServiceProcess } from '@wardline/host'
import { createEgress } from '@wardline/http'
import { readConfig, readTogether } from '@wardline/kernel'
import { SECRET_SETTINGS, type SecretConfig, secretsFrom } from '@wardline/secrets'
import { quotasOf } from '@wardline/service-kit'
import { type GatewayConfig, readGatewayConfig } from './process/gateway-config.ts'
import { openFront } from './process/open-front.ts'
import { publicUrlOf } from './process/public-url.ts'
import { createGateway } from './service.ts'

await runServiceProcess({
  name: 'gateway',
  env: process.env,
  engines: distributedEngines,
  needs: ['mongodb'],
  config(env) {
    const [gateway, secrets] = readTogether<[GatewayConfig, SecretConfig]>(
      () => readGatewayConfig(env),
      () => readConfig(env, SECRET_SETTINGS),
    )
    return { ...gateway, ...secrets }
  },
  build(ports, config, release) {
    const egress = createEgress({ allow: config.WARDLINE_EGRESS_ALLOW })
    const secrets = secretsFrom(config, process.env, egress)
    const history = historyConfigOf(config, checkpointFilesOf(config))
    return createGateway(
      { ...ports, egress, secrets, publicUrl: publicUrlOf(config), quotas: quotasOf(config), release },
      history,
    )
  },
  front: openFront,
})
