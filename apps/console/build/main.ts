// Builds the console into `dist/`. `--if-stale`: only where that is not what the sources say, and a failure is only told: the API runs without.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CONSOLE, DIST, hashOfInputs, STAMP } from './inputs.ts'

const onlyIfStale = process.argv.includes('--if-stale')
const inputs = hashOfInputs()

const builtFrom = (): string | undefined => {
  const stamp = join(DIST, STAMP)
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined
}

/** Into a folder beside it, which then takes its place: whoever starts meanwhile finds the old one or the new one. */
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
    // Two starts at once: the other one may have been quicker.
    if (builtFrom() !== inputs) {
      console.error(`The console could not be built: ${(error as Error).message}`)
      if (!onlyIfStale) process.exitCode = 1
    }
  }
}
