import { setTimeout as sleep } from 'node:timers/promises'
import { type EnginesHealth, openDistributed, readDistributedConfig } from '@wardline/engines-distributed'
import { systemClock } from '@wardline/kernel'
import { environment } from '../config.ts'
import { bad, type Finding, ok, warn } from './finding.ts'
import { epochsOnEngines } from './pseudonyms.ts'
import { isDistributed, unlessMisset } from './settings.ts'

const PATIENCE_MS = 20_000
const QUIET = { info() {}, warn() {}, error() {} }

/**
 * Checks the engines of the distributed profile, opened as a service opens them. Does nothing if the environment names
 * none.
 */
export async function checkEngines(): Promise<readonly Finding[]> {
  const config = isDistributed() && unlessMisset(() => readDistributedConfig(environment()))
  if (!config) return []
  const giveUp = new AbortController()
  let seen: EnginesHealth | undefined
  let epochs: readonly Finding[] = []
  try {
    const opened = openDistributed({
      config,
      log: QUIET,
      signal: giveUp.signal,
      onHealth: health => {
        seen = health
      },
    })
    opened.catch(() => undefined)
    const engines = await Promise.race([opened, sleep(PATIENCE_MS, undefined, { ref: false })])
    if (engines) {
      seen = engines.health()
      epochs = await epochsOnEngines(engines, systemClock).catch(() => [
        warn('pseudonyms', 'cannot be looked at', 'see the engines above'),
      ])
      await engines.close()
    }
  } finally {
    giveUp.abort()
  }
  const answering = Object.entries(seen?.engines ?? {}).map(([name, { up, detail }]) =>
    up
      ? ok(name, 'answers')
      : bad(name, detail, 'check that it runs, and its address and credentials (docs/operating.md)'),
  )
  return [...answering, ...epochs]
}
