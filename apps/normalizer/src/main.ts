import { createFileArchive } from '@wardline/archive'
import { distributedEngines } from '@wardline/engines-distributed'
import { runServiceProcess } from '@wardline/host'
import { createNormalizer, loadNormalize } from './service.ts'

const normalize = await loadNormalize()

await runServiceProcess({
  name: 'normalizer',
  env: process.env,
  engines: distributedEngines,
  // OpenSearch is not listed: only replays need it, and a replay reports by itself that it cannot store now.
  needs: ['mongodb'],
  // With the archive, events that are already archived are not stored a second time.
  archive: createFileArchive,
  config: () => ({}),
  build: ports => createNormalizer(ports, { normalize }),
})
