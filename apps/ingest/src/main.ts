import { distributedEngines } from '@wardline/engines-distributed'
import { runServiceProcess } from '@wardline/host'
import { readConfig } from '@wardline/kernel'
import { QUOTA_SETTINGS, quotasOf } from '@wardline/service-kit'
import { createIngest } from './service.ts'

await runServiceProcess({
  name: 'ingest',
  env: process.env,
  engines: distributedEngines,
  needs: ['kafka', 'mongodb'],
  config: env => readConfig(env, QUOTA_SETTINGS),
  build: (ports, config) => createIngest(ports, { quotas: quotasOf(config) }),
})
