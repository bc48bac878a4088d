import { distributedEngines } from '@wardline/engines-distributed'
import { runServiceProcess } from '@wardline/host'
import { createAlertProjector } from './service.ts'

await runServiceProcess({
  name: 'alert-projector',
  env: process.env,
  engines: distributedEngines,
  needs: ['mongodb'],
  config: () => ({}),
  build: ports => createAlertProjector(ports),
})
