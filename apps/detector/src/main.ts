import { createFileArchive } from '@wardline/archive'
import { distributedEngines } from '@wardline/engines-distributed'
import { runServiceProcess } from '@wardline/host'
import { readConfig, setting } from '@wardline/kernel'
import { createDetector } from './service.ts'

await runServiceProcess({
  name: 'detector',
  env: process.env,
  engines: distributedEngines,
  needs: ['mongodb'],
  // Needed to distinguish an archived event from one that never existed.
  archive: createFileArchive,
  config: env => readConfig(env, { WARDLINE_RULES_DIR: setting.optionalText() }),
  build: (ports, { WARDLINE_RULES_DIR: rulesDir }) => createDetector(ports, rulesDir === undefined ? {} : { rulesDir }),
})
