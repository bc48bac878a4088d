import { distributedEngines } from '@wardline/engines-distributed'
import { runServiceProcess } from '@wardline/host'
import { createEgress, EGRESS_SETTINGS } from '@wardline/http'
import { readConfig } from '@wardline/kernel'
import { SECRET_SETTINGS, secretsFrom } from '@wardline/secrets'
import { createMdmConnector } from './service.ts'

await runServiceProcess({
  name: 'mdm-connector',
  env: process.env,
  engines: distributedEngines,
  needs: ['mongodb'],
  config: env => readConfig(env, { ...EGRESS_SETTINGS, ...SECRET_SETTINGS }),
  build(ports, config) {
    const egress = createEgress({ allow: config.WARDLINE_EGRESS_ALLOW })
    return createMdmConnector(ports, { egress, secrets: secretsFrom(config, process.env, egress) })
  },
})
