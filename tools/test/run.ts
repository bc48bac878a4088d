// The README's test command: every check of the project, one after another, and the count of tests at the end.
import { spawn } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Instance, removeDataDir, startDistributed, startInstance } from '../instance/start.ts'
import { simulatorSettings } from '../simulators/instance-settings.ts'
import { auditDependencies } from './audit.ts'
import { type FoundEngines, findOrStartEngines } from './engines.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const BIN = join(ROOT, 'node_modules/.bin')
const NODE = process.execPath
const results = mkdtempSync(join(tmpdir(), 'wardline-tests-'))

/** Tests that wait for a browser most of their time: two files at once, also on two cores. */
const WAITING = ['--maxWorkers=2']

interface Stage {
  readonly name: string
  /** Whether it passed. */
  run(): Promise<boolean>
}

function run(command: string, args: readonly string[], env: Record<string, string> = {}): Promise<boolean> {
  return new Promise(resolve => {
    const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } })
    child.once('error', () => resolve(false))
    child.once('exit', code => resolve(code === 0))
  })
}

const jest = (
  folder: string,
  env: Record<string, string> = {},
  label = folder,
  more: readonly string[] = [],
): Promise<boolean> =>
  run(
    NODE,
    [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      join(ROOT, 'node_modules/jest/bin/jest.js'),
      ...[
        '--config',
        join(ROOT, 'tests/jest.config.mjs'),
        '--rootDir',
        join(ROOT, 'tests'),
        '--testPathPatterns',
        folder,
      ],
      ...more,
      ...['--json', '--outputFile', join(results, `${label.replaceAll(/\W/g, '-')}.json`)],
    ],
    env,
  )

async function acceptance(
  profile: string,
  start: (options: { readonly env: Readonly<Record<string, string>> }) => Promise<Instance>,
): Promise<boolean> {
  const simulator = await simulatorSettings()
  const instance = await start({ env: { ...LIMITED, ...simulator.env } })
  try {
    const { apiUrl, agentUrl, adminUrl, ca, adminToken, platformToken, pid } = instance
    const { port: simulatorPort, identityPort } = simulator
    const known = { apiUrl, agentUrl, adminUrl, ca, adminToken, platformToken, pid }
    const target = JSON.stringify({ ...known, simulatorPort, identityPort })
    return await jest('tests/acceptance', { WARDLINE_TARGET: target }, `acceptance ${profile}`)
  } finally {
    const code = await instance.stop()
    if (code !== 0) console.error(`the instance under test ended with ${code}:\n${instance.stderr().slice(-4000)}`)
    removeDataDir(instance.dataDir)
  }
}

const LIMITED = { WARDLINE_RATE_LIMITS: 'on' }

/** Real engines for every stage after this one, told to them by the environment. */
let engines: FoundEngines | undefined
async function startEngines(): Promise<boolean> {
  engines = await findOrStartEngines()
  Object.assign(process.env, engines?.environment)
  return engines !== undefined || process.env.WARDLINE_REQUIRE_ENGINES !== '1'
}

async function acceptanceOnEngines(): Promise<boolean> {
  if (engines) return acceptance('distributed', startDistributed)
  console.warn('SKIPPED, for there are no engines: nothing is known of the distributed profile here')
  return process.env.WARDLINE_REQUIRE_ENGINES !== '1'
}

async function onEngines(folder: string): Promise<boolean> {
  return engines ? jest(folder) : acceptanceOnEngines()
}

/** Engines of its own, which it stops and starts: those of the other stages make room for them. */
async function faults(): Promise<boolean> {
  if (!engines) return acceptanceOnEngines()
  await engines.stop()
  return jest('tests/faults')
}

const stages: readonly Stage[] = [
  { name: 'types', run: () => run(join(BIN, 'tsc'), ['-p', 'tsconfig.json']) },
  { name: 'types of the console', run: () => run(join(BIN, 'tsc'), ['-p', 'apps/console/tsconfig.json']) },
  { name: 'lint', run: () => run(join(BIN, 'biome'), ['check', '.']) },
  { name: 'known vulnerabilities of dependencies', run: () => auditDependencies(ROOT) },
  { name: 'event schemas', run: () => run(NODE, ['tools/schemas/check.ts']) },
  {
    name: 'API documents',
    run: async () =>
      (await run(NODE, ['libs/api/build/generate.ts', '--check'])) &&
      (await run(NODE, ['tools/openapi/lint.ts'])) &&
      (await run(NODE, ['tools/openapi/roles.ts'])),
  },
  { name: 'engines', run: startEngines },
  {
    name: 'unit and contract tests',
    run: () =>
      run(join(BIN, 'nx'), ['run-many', '-t', 'test', '--parallel=2', '--output-style=static'], { NX_TUI: 'false' }),
  },
  { name: 'architecture and tools', run: () => jest('tests/(architecture|tools)') },
  { name: 'agent identities on both profiles', run: () => jest('tests/identity') },
  { name: 'no fault of ours stops an agent', run: () => jest('tests/fatal-answers') },
  { name: 'device management against simulated providers', run: () => jest('tests/mdm') },
  { name: 'log tiers over simulated years, and killed at every step', run: () => jest('tests/tiers') },
  { name: 'the console in a browser', run: () => jest('tests/browser', {}, 'browser', WAITING) },
  { name: 'acceptance on the embedded profile', run: () => acceptance('embedded', startInstance) },
  { name: 'the wardline command, and the page for authors of agents', run: () => jest('tests/cli') },
  { name: 'restart, kill, backup and restore on the embedded profile', run: () => jest('tests/embedded') },
  { name: 'data folders of every released format', run: () => jest('tests/formats') },
  { name: 'acceptance on the distributed profile', run: acceptanceOnEngines },
  { name: 'device management and the console on the distributed profile', run: () => onEngines('tests/distributed') },
  { name: 'faults on the distributed profile', run: faults },
]

interface Tally {
  passed: number
  failed: number
  skipped: number
}

/** Counts from the result files that jest wrote, those that nx restored from its cache included. */
function tally(): Tally {
  const files = [
    ...globSync('{libs,apps}/*/test-results.json', { cwd: ROOT }).map(f => join(ROOT, f)),
    ...globSync(join(results, '*.json')),
  ]
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const file of files) {
    if (!existsSync(file)) continue
    const r = JSON.parse(readFileSync(file, 'utf8')) as {
      numPassedTests: number
      numFailedTests: number
      numPendingTests: number
      numRuntimeErrorTestSuites: number
    }
    total.passed += r.numPassedTests
    total.failed += r.numFailedTests + r.numRuntimeErrorTestSuites
    total.skipped += r.numPendingTests
  }
  return total
}

const failed: string[] = []
for (const stage of stages) {
  console.log(`\n=== ${stage.name}`)
  const started = Date.now()
  const ok = await stage.run().catch(error => {
    console.error(error)
    return false
  })
  console.log(`=== ${stage.name}: ${ok ? 'ok' : 'FAILED'} in ${((Date.now() - started) / 1000).toFixed(0)} s`)
  if (!ok) failed.push(stage.name)
}
await engines?.stop()
const t = tally()
if (failed.length > 0) console.log(`\nfailed: ${failed.join(', ')}`)
console.log(`\n${t.passed} passed, ${Math.max(t.failed, failed.length)} failed, ${t.skipped} skipped`)
process.exitCode = failed.length > 0 || t.failed > 0 || t.passed === 0 ? 1 : 0
