import { distributedEngines } from '@wardline/engines-distributed'
import { runServiceProcess } from '@wardline/host'
import { readConfig, setting } from '@wardline/kernel'
import { createEnrollment } from './service.ts'

await runServiceProcess({
  name: 'enrollment',
  env: process.env,
  engines: distributedEngines,
  needs: ['mongodb'],
  config: env => readConfig(env, { WARDLINE_TRUST_DOMAIN: setting.text({ fallback: 'wardline.local' }) }),
  build: (ports, config) => createEnrollment(ports, { trustDomain: config.WARDLINE_TRUST_DOMAIN }),
})
