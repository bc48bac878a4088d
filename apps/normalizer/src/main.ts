import { createFileArchive } from '@wardline/archive'
import { distributedEngines } from '@wardline/engines-distributed'
import { runServiceProcess } from '@wardline/host'
import { createNormalizer } from './service.ts'

await runServiceProcess({
  name: 'normalizer',
  env: process.env,
  engines: distributedEngines,
  // OpenSearch is not among them: requests wait for nothing else, and a replay says itself that it cannot store now.
  needs: ['mongodb'],
  // So that what is archived is not stored a second time.
  archive: createFileArchive,
  config: () => ({}),
  build: ports => createNormalizer(ports),
})
