// What this machine offers to tests, and what is asked of it: part of the key of every cached result, so that a run without engines, a browser
// nginx or Prometheus never answers for one that has them. Plain JavaScript, for nx may run it on the machine's own Node.
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const { env } = process

/** The same rule as the suites': the environment, or engines that `npm run engines:up` started. */
function engines() {
  if (env.WARDLINE_WITHOUT_ENGINES === '1') return 'none wanted'
  const names = ['KAFKA_BROKERS', 'SCHEMA_REGISTRY_URL', 'MONGODB_URL', 'OPENSEARCH_URL']
  if (names.every(name => env[`WARDLINE_${name}`])) return 'there'
  const state = env.WARDLINE_ENGINES_DIR ?? fileURLToPath(new URL('../../.engines', import.meta.url))
  try {
    const { running } = JSON.parse(readFileSync(join(state, 'engines.json'), 'utf8'))
    for (const { pid } of Object.values(running)) process.kill(pid, 0)
    return 'there'
  } catch {
    return 'not started'
  }
}

const installed = program => (env.PATH ?? '').split(delimiter).some(folder => existsSync(join(folder, program)))

console.log(
  JSON.stringify({
    engines: engines(),
    required: env.WARDLINE_REQUIRE_ENGINES === '1',
    full: env.WARDLINE_FULL_TESTS === '1',
    browser: env.WARDLINE_CHROMIUM ?? installed('chromium'),
    nginx: installed('nginx'),
    helm: env.WARDLINE_HELM ?? (installed('helm') || existsSync(join(homedir(), '.cache/wardline/bin/helm'))),
    promtool: installed('promtool'),
    platform: `${process.platform} ${process.arch}`,
  }),
)
