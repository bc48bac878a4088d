// Builds the console into `dist/`. With `--if-stale`, it builds only if the sources have changed, and a failure is only
// reported, because the API runs without the console.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CONSOLE, DIST, hashOfInputs, STAMP } from './inputs.ts'

const onlyIfStale = process.argv.includes('--if-stale')
const inputs = hashOfInputs()

const builtFrom = (): string | undefined => {
  const stamp = join(DIST, STAMP)
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined
}

/**
 * Builds into a folder beside `dist/`, then swaps the two: a process that starts meanwhile finds the old build or the
 * new one.
 */
async function build(): Promise<void> {
  const { build: viteBuild } = await import('vite')
  const fresh = join(CONSOLE, `dist.${process.pid}`)
  mkdirSync(fresh, { recursive: true })
  try {
    await viteBuild({
      configFile: join(CONSOLE, 'vite.config.ts'),
      logLevel: 'error',
      build: { outDir: fresh, emptyOutDir: true },
    })
    writeFileSync(join(fresh, STAMP), inputs)
    rmSync(DIST, { recursive: true, force: true })
    renameSync(fresh, DIST)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

if (!onlyIfStale || builtFrom() !== inputs) {
  try {
    const started = performance.now()
    await build()
    console.log(`The console is built (${((performance.now() - started) / 1_000).toFixed(1)} s).`)
  } catch (error) {
    // With two starts at once, the other one may have finished first.
    if (builtFrom() !== inputs) {
      console.error(`The console could not be built: ${(error as Error).message}`)
      if (!onlyIfStale) process.exitCode = 1
    }
  }
}
