import { createFileArchive } from '@wardline/archive'
import { distributedEngines } from '@wardline/engines-distributed'
import { runServiceProcess } from '@wardline/host'
import { readConfig, setting } from '@wardline/kernel'
import { createNormalizer } from './service.ts'
import { tierDefaults } from './tiers/context.ts'

await runServiceProcess({
  name: 'normalizer',
  env: process.env,
  engines: distributedEngines,
  needs: ['mongodb', 'opensearch'],
  config: env =>
    readConfig(env, {
      /** A folder that every normalizer shares. */
      WARDLINE_ARCHIVE_DIR: setting.optionalText(),
      WARDLINE_TIER_EVENTS_PER_SECOND: setting.integer({
        fallback: tierDefaults.eventsPerSecond,
        min: 100,
        max: 10_000_000,
      }),
    }),
  build(ports, config) {
    const folder = config.WARDLINE_ARCHIVE_DIR
    if (folder === undefined) ports.log.warn({}, 'no WARDLINE_ARCHIVE_DIR: nothing leaves the warm tier')
    return createNormalizer(ports, {
      ...(folder === undefined ? {} : { archive: createFileArchive(folder) }),
      tiers: { eventsPerSecond: config.WARDLINE_TIER_EVENTS_PER_SECOND },
    })
  },
})
