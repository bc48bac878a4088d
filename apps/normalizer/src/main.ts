import { distributedEngines } from '@wardline/engines-distributed'
import { runServiceProcess } from '@wardline/host'
import { createNormalizer } from './service.ts'

await runServiceProcess({
  name: 'normalizer',
  env: process.env,
  engines: distributedEngines,
  needs: ['mongodb', 'opensearch'],
  config: () => ({}),
  build: ports => createNormalizer(ports),
})
