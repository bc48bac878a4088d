import { HISTORY_SETTINGS, historyConfigOf } from '@wardline/chain'
import { distributedEngines } from '@wardline/engines-distributed'
import { checkpointFilesOf, JOURNAL_SETTINGS, runServiceProcess } from '@wardline/host'
import { createEgress, EGRESS_SETTINGS } from '@wardline/http'
import { readConfig } from '@wardline/kernel'
import { QUOTA_SETTINGS, quotasOf } from '@wardline/service-kit'
import { createAlertProjector } from './service.ts'

await runServiceProcess({
  name: 'alert-projector',
  env: process.env,
  engines: distributedEngines,
  needs: ['mongodb'],
  config: env =>
    readConfig(env, {
      ...EGRESS_SETTINGS,
      ...HISTORY_SETTINGS,
      ...QUOTA_SETTINGS,
      WARDLINE_REVOCATION_JOURNAL_DIR: JOURNAL_SETTINGS.WARDLINE_REVOCATION_JOURNAL_DIR,
    }),
  build: (ports, config) =>
    createAlertProjector(ports, {
      egress: createEgress({ allow: config.WARDLINE_EGRESS_ALLOW }),
      history: historyConfigOf(config, checkpointFilesOf(config)),
      streamsPerTenant: quotasOf(config).alertStreams,
    }),
})
