// Builds Helm from its Go module for the tests of the chart, where a machine has Go and no Helm:
// `npm run chart:helm`. It takes three minutes of a core the first time, too long for every run of the tests; then it is there.
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { findHelm, OWN_HELM } from './chart.ts'

const HELM = 'helm.sh/helm/v3/cmd/helm@v3.18.6'

const found = findHelm(process.env.WARDLINE_HELM)
if (found) console.log(`there is a helm: ${found}`)
else {
  mkdirSync(dirname(OWN_HELM), { recursive: true })
  const env = { ...process.env, CGO_ENABLED: '0', GOBIN: dirname(OWN_HELM) }
  const { status, error } = spawnSync('go', ['install', '-ldflags=-s -w', HELM], { env, stdio: 'inherit' })
  if (error) console.error(`there is no Go to build Helm with: ${error.message}`)
  process.exitCode = status ?? 1
}
