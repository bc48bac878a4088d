import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/**
 * Lints an OpenAPI or AsyncAPI document with the local @redocly/cli: offline, without telemetry or update checks.
 * `rules` is a configuration file. Returns whether it passed.
 */
export function lintDocument(path: string, rules: string): boolean {
  const run = spawnSync(
    process.execPath,
    [`${ROOT}node_modules/@redocly/cli/bin/cli.js`, 'lint', path, '--config', rules, '--format', 'stylish'],
    {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' },
    },
  )
  return run.status === 0
}
