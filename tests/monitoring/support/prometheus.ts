// Suites that need Prometheus and promtool: skipped loudly without them, refused where they are required.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe } from '@jest/globals'

const path = (relative: string): string => fileURLToPath(new URL(`../../../${relative}`, import.meta.url))

/** The rules as they are shipped, and the dashboard. */
export const ALERTS = path('deploy/helm/wardline/alerts.yaml')
export const DASHBOARD = path('deploy/helm/wardline/dashboards/wardline.json')
export const operating = readFileSync(path('docs/operating.md'), 'utf8')

const installed = ['promtool', 'prometheus'].every(program => spawnSync(program, ['--version']).status === 0)

/** @throws Error where `WARDLINE_REQUIRE_ENGINES` is set and there is no Prometheus. */
export function describeWithPrometheus(name: string, suite: () => void): void {
  if (installed) {
    describe(name, suite)
    return
  }
  const loud = `SKIPPED: ${name}: there is no Prometheus (apt-get install prometheus), so no alert rule was tried`
  if (process.env.WARDLINE_REQUIRE_ENGINES === '1') throw new Error(loud)
  console.warn(loud)
  describe.skip(name, suite)
}

/** What promtool says, and whether it is content. */
export function promtool(args: readonly string[], input?: string): { readonly ok: boolean; readonly said: string } {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8', input: input ?? '' })
  return { ok: status === 0, said: `${stdout}${stderr}` }
}
