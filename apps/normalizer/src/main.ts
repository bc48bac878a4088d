import { createFileArchive } from '@wardline/archive'
import { distributedEngines } from '@wardline/engines-distributed'
import { runServiceProcess } from '@wardline/host'
import { readConfig, setting } from '@wardline/kernel'
import { NORMALIZER_SETTINGS, normalizerSettingsOf } from './normalizer-settings.ts'
import { createNormalizer } from './service.ts'

await runServiceProcess({
  name: 'normalizer',
  env: process.env,
  engines: distributedEngines,
  needs: ['mongodb', 'opensearch'],
  config: env =>
    readConfig(env, {
      /** A folder that every normalizer shares. */
      WARDLINE_ARCHIVE_DIR: setting.optionalText(),
      ...NORMALIZER_SETTINGS,
    }),
  build(ports, config) {
    const folder = config.WARDLINE_ARCHIVE_DIR
    if (folder === undefined) ports.log.warn({}, 'no WARDLINE_ARCHIVE_DIR: nothing leaves the warm tier')
    return createNormalizer(ports, {
      ...(folder === undefined ? {} : { archive: createFileArchive(folder) }),
      ...normalizerSettingsOf(config),
    })
  },
})
