// The command of a suite's nx target: `suite.ts <folder> [--instance embedded|distributed] [--engines] [--workers n]`.
// Starts what the suite needs, runs jest over the folder, and writes the test results where the target's outputs say.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Instance, removeDataDir, startDistributed, startInstance } from '../instance/start.ts'
import { simulatorSettings } from '../simulators/instance-settings.ts'
import { findOrStartEngines } from './engines.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { instance: { type: 'string' }, engines: { type: 'boolean' }, workers: { type: 'string' } },
})
const [folder = ''] = positionals
const results = values.engines ? 'test-results-distributed.json' : 'test-results.json'

function jest(env: Record<string, string> = {}, more: readonly string[] = []): Promise<boolean> {
  const args = [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    join(ROOT, 'node_modules/jest/bin/jest.js'),
    '--config',
    join(ROOT, 'tests/jest.config.mjs'),
    '--rootDir',
    join(ROOT, 'tests'),
    '--testPathPatterns',
    `${folder}/`,
    '--json',
    '--outputFile',
    join(ROOT, folder, results),
    ...(values.workers ? [`--maxWorkers=${values.workers}`] : []),
    ...more,
  ]
  return new Promise(resolve => {
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } })
    child.once('error', () => resolve(false))
    child.once('exit', code => resolve(code === 0))
  })
}

/** The suite against a fresh instance of a profile, with simulated providers beside it. */
async function onInstance(start: (options: { readonly env: Record<string, string> }) => Promise<Instance>) {
  const simulator = await simulatorSettings()
  const instance = await start({ env: { WARDLINE_RATE_LIMITS: 'on', ...simulator.env } })
  try {
    const { apiUrl, agentUrl, adminUrl, ca, adminToken, platformToken, pid } = instance
    const { port: simulatorPort, identityPort } = simulator
    const known = { apiUrl, agentUrl, adminUrl, ca, adminToken, platformToken, pid }
    return await jest({ WARDLINE_TARGET: JSON.stringify({ ...known, simulatorPort, identityPort }) })
  } finally {
    const code = await instance.stop()
    if (code !== 0) console.error(`the instance under test ended with ${code}:\n${instance.stderr().slice(-4000)}`)
    removeDataDir(instance.dataDir)
  }
}

function runSuite(): Promise<boolean> {
  if (values.instance === undefined) return jest()
  return onInstance(values.instance === 'distributed' ? startDistributed : startInstance)
}

/** An instance without requests. */
const NOWHERE = 'http://127.0.0.1:1'
const NO_TARGET = JSON.stringify({
  apiUrl: NOWHERE,
  agentUrl: NOWHERE,
  adminUrl: NOWHERE,
  adminToken: '',
  platformToken: '',
})

/** Every test of the suite counted as skipped, and none run: no name matches. */
const skipSuite = (): Promise<boolean> => jest({ WARDLINE_TARGET: NO_TARGET }, ['-t', '(?!)'])

async function onEngines(): Promise<boolean> {
  if (process.env.WARDLINE_WITHOUT_ENGINES === '1') {
    console.warn(`SKIPPED: ${folder} needs real engines. Nothing is known of the distributed profile here`)
    return process.env.WARDLINE_REQUIRE_ENGINES === '1' ? false : skipSuite()
  }
  const engines = await findOrStartEngines()
  // A result is cached, so one without engines must not pass for one with them.
  if (!engines) throw new Error('there are no engines; WARDLINE_WITHOUT_ENGINES=1 skips what needs them')
  Object.assign(process.env, engines.environment)
  return runSuite().finally(() => engines.stop())
}

process.exitCode = (await (values.engines ? onEngines() : runSuite())) ? 0 : 1
