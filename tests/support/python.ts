import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/python', import.meta.url))
/** A slow mirror must not hold up a run for longer. */
const INSTALL_MS = 120_000

/**
 * A folder for `PYTHONPATH` with one package of PyPI, made once and kept below `node_modules`.
 * @param requirement name and exact version, `jwcrypto==1.6.1`
 * @returns undefined where there is no Python with `pip`, or no index to install from: it says so on stderr,
 * for a test that was skipped must not look as if it had passed
 */
export function pythonWith(requirement: string): string | undefined {
  const folder = join(CACHE, requirement.replaceAll(/[^\w.-]/g, '_'))
  if (existsSync(folder)) return folder
  const fresh = `${folder}.${process.pid}`
  mkdirSync(CACHE, { recursive: true })
  const quiet = ['--quiet', '--disable-pip-version-check', '--only-binary', ':all:']
  try {
    const install = ['-m', 'pip', 'install', ...quiet, '--target', fresh, requirement]
    execFileSync('python3', install, { stdio: 'pipe', timeout: INSTALL_MS })
    renameSync(fresh, folder)
    return folder
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    const why = error instanceof Error ? error.message.split('\n')[0] : 'unknown'
    process.stderr.write(`\nSKIPPED, NOT PASSED: Python with ${requirement} cannot be had here (${why})\n\n`)
    return undefined
  }
}

/** Runs a program with a text on standard input. @throws Error with what it wrote to stderr */
export function runProgram(
  command: string,
  args: readonly string[],
  input: string,
  env: Readonly<Record<string, string>>,
): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    input,
    encoding: 'utf8',
    timeout: 60_000,
    env: { PATH: process.env.PATH ?? '', ...env },
  })
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr}`)
  return stdout
}
