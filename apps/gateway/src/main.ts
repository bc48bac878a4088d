import { distributedEngines } from '@wardline/engines-distributed'
import { runServiceProcess } from '@wardline/host'
import { readGatewayConfig } from './process/gateway-config.ts'
import { openFront } from './process/open-front.ts'
import { createGateway } from './service.ts'

await runServiceProcess({
  name: 'gateway',
  env: process.env,
  engines: distributedEngines,
  needs: ['mongodb'],
  config: readGatewayConfig,
  build: ports => createGateway(ports),
  front: openFront,
})
