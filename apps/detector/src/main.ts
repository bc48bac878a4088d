import { createFileArchive } from '@wardline/archive'
import { distributedEngines } from '@wardline/engines-distributed'
import { runServiceProcess } from '@wardline/host'
import { readConfig, setting } from '@wardline/kernel'
import { withArchive } from '@wardline/ports'
import type { SearchPorts } from '@wardline/service-kit'
import { createDetector } from './service.ts'

await runServiceProcess({
  name: 'detector',
  env: process.env,
  engines: distributedEngines,
  needs: ['mongodb'],
  config: env =>
    readConfig(env, {
      WARDLINE_RULES_DIR: setting.optionalText(),
      /** The normalizers', to tell an event that is archived from one that never was. */
      WARDLINE_ARCHIVE_DIR: setting.optionalText(),
    }),
  build(ports, { WARDLINE_RULES_DIR: rulesDir, WARDLINE_ARCHIVE_DIR: folder }) {
    const joined: SearchPorts =
      folder === undefined
        ? ports
        : { ...ports, index: withArchive(ports.index, createFileArchive(folder), ports.clock) }
    return createDetector(joined, rulesDir === undefined ? {} : { rulesDir })
  },
})
