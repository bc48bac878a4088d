import { distributedEngines } from '@wardline/engines-distributed'
import { runServiceProcess } from '@wardline/host'
import { createEgress, EGRESS_SETTINGS } from '@wardline/http'
import { readConfig } from '@wardline/kernel'
import { SECRET_SETTINGS, secretsFrom } from '@wardline/secrets'
import { createEnrollment } from './service.ts'
import { ENROLLMENT_SETTINGS, enrollmentConfigOf } from './settings.ts'

await runServiceProcess({
  name: 'enrollment',
  env: process.env,
  engines: distributedEngines,
  needs: ['mongodb'],
  config(env) {
    const config = readConfig(env, { ...ENROLLMENT_SETTINGS, ...EGRESS_SETTINGS, ...SECRET_SETTINGS })
    return { ...config, enrollment: enrollmentConfigOf(config, 'shared') }
  },
  build(ports, config) {
    const egress = createEgress({ allow: config.WARDLINE_EGRESS_ALLOW })
    return createEnrollment(ports, config.enrollment, secretsFrom(config, process.env, egress))
  },
})
