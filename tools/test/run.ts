// The README's test command: every stage as targets of nx, and the count of tests at the end.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type FoundEngines, findOrStartEngines } from './engines.ts'
import { STAGES, type Stage } from './stages.ts'
import { forgetResults, tally } from './tally.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Whether all targets of a stage passed, now or in a run that the cache remembers. */
function runTargets({ targets, projects, parallel = 1 }: Stage): Promise<boolean> {
  const args = ['run-many', '-t', ...targets, ...(projects ? ['-p', ...projects] : [])]
  return new Promise(resolve => {
    const child = spawn(
      join(ROOT, 'node_modules/.bin/nx'),
      [...args, `--parallel=${parallel}`, '--output-style=static'],
      { cwd: ROOT, stdio: 'inherit', env: { ...process.env, NX_TUI: 'false' } },
    )
    child.once('error', () => resolve(false))
    child.once('exit', code => resolve(code === 0))
  })
}

/** Real engines, told to every stage by the environment, or that there are none: then targets do not look for any. */
let engines: FoundEngines | undefined
async function startEngines(): Promise<boolean> {
  engines = await findOrStartEngines()
  Object.assign(process.env, engines?.environment ?? { WARDLINE_WITHOUT_ENGINES: '1' })
  return engines !== undefined || process.env.WARDLINE_REQUIRE_ENGINES !== '1'
}

async function runStage(stage: Stage): Promise<boolean> {
  const ready = stage.engines === 'shared' ? await startEngines() : true
  if (stage.engines === 'stopped') await engines?.stop()
  return (await runTargets(stage)) && ready
}

// Every process that the tests start finds its modules compiled; a path of its own for each checkout.
process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules/.cache/wardline-compiled')
forgetResults(ROOT)
const failed: string[] = []
for (const stage of STAGES) {
  console.log(`\n=== ${stage.name}`)
  const started = Date.now()
  const ok = await runStage(stage).catch(error => {
    console.error(error)
    return false
  })
  console.log(`=== ${stage.name}: ${ok ? 'ok' : 'FAILED'} in ${((Date.now() - started) / 1000).toFixed(0)} s`)
  if (!ok) failed.push(stage.name)
}
await engines?.stop()
const t = tally(ROOT)
if (failed.length > 0) console.log(`\nfailed: ${failed.join(', ')}`)
console.log(`\n${t.passed} passed, ${Math.max(t.failed, failed.length)} failed, ${t.skipped} skipped`)
process.exitCode = failed.length > 0 || t.failed > 0 || t.passed === 0 ? 1 : 0
