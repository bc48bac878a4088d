import { createFileArchive } from '@wardline/archive'
import { distributedEngines } from '@wardline/engines-distributed'
import { runServiceProcess } from '@wardline/host'
import { readConfig } from '@wardline/kernel'
import { LOG_STORE_SETTINGS, logStoreSettingsOf } from './log-store-settings.ts'
import { createLogStore } from './service.ts'

await runServiceProcess({
  name: 'log-store',
  env: process.env,
  engines: distributedEngines,
  needs: ['mongodb', 'opensearch'],
  archive: createFileArchive,
  config: env => readConfig(env, LOG_STORE_SETTINGS),
  build: (ports, config) => createLogStore(ports, logStoreSettingsOf(config)),
})
