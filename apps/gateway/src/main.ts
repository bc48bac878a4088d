import { distributedEngines } from '@wardline/engines-distributed'
import { runServiceProcess } from '@wardline/host'
import { createEgress } from '@wardline/http'
import { readGatewayConfig } from './process/gateway-config.ts'
import { openFront } from './process/open-front.ts'
import { createGateway } from './service.ts'

await runServiceProcess({
  name: 'gateway',
  env: process.env,
  engines: distributedEngines,
  needs: ['mongodb'],
  config: readGatewayConfig,
  build: (ports, config) => createGateway({ ...ports, egress: createEgress({ allow: config.WARDLINE_EGRESS_ALLOW }) }),
  front: openFront,
})
