import { createFileArchive } from '@wardline/archive'
import { distributedEngines } from '@wardline/engines-distributed'
import { runServiceProcess } from '@wardline/host'
import { readConfig, setting } from '@wardline/kernel'
import { QUOTA_SETTINGS, quotasOf } from '@wardline/service-kit'
import { createDetector } from './service.ts'

await runServiceProcess({
  name: 'detector',
  env: process.env,
  engines: distributedEngines,
  needs: ['mongodb'],
  // Needed to distinguish an archived event from one that never existed.
  archive: createFileArchive,
  config: env => readConfig(env, { ...QUOTA_SETTINGS, WARDLINE_RULES_DIR: setting.optionalText() }),
  build: (ports, config) =>
    createDetector(ports, { rulesDir: config.WARDLINE_RULES_DIR, ruleQuota: quotasOf(config).detectionRules }),
})
