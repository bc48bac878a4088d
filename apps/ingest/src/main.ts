import { distributedEngines } from '@wardline/engines-distributed'
import { runServiceProcess } from '@wardline/host'
import { createIngest } from './service.ts'

await runServiceProcess({
  name: 'ingest',
  env: process.env,
  engines: distributedEngines,
  needs: ['kafka', 'mongodb'],
  config: () => ({}),
  build: ports => createIngest(ports),
})
