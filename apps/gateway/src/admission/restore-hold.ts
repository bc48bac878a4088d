import { PLATFORM_TENANT, Problem } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { restores } from '@wardline/registries'
import type { Alarms } from '@wardline/service-kit'
import { createReadThrough } from '../read-through.ts'

const RETRY_SECONDS = 60
const LOOK_MS = 10_000

/**
 * After a restore, keeps agents waiting until an operator has confirmed it. A restored registry may be wrong about an
 * agent, and a wrong 401 or 403 would stop it for good. A 503 costs it only a minute.
 */
export interface RestoreHold {
  /**
   * @throws Problem `unavailable` while a restore is unconfirmed. If the registry cannot be read, the last known state
   * applies.
   */
  check(): Promise<void>
  /** Looks now and then regularly, so that the alarm is right even when no agent asks. */
  start(): Promise<void>
  stop(): void
  clear(): void
}

export function createRestoreHold(registry: Registry, alarms: Alarms): RestoreHold {
  let known = false
  const waiting = createReadThrough<boolean>(async () => {
    const found = await registry.list(restores, PLATFORM_TENANT, { where: { state: 'waiting' }, limit: 1 })
    known = found.length > 0
    if (known) alarms.raise('restore_waits')
    else alarms.clear('restore_waits')
    return known
  }, 1)
  const waits = (): Promise<boolean> => waiting.get('restores').catch(() => known)
  let timer: NodeJS.Timeout | undefined
  return {
    async start() {
      await waits()
      timer = setInterval(() => void waits(), LOOK_MS).unref()
    },
    stop: () => clearInterval(timer),
    async check() {
      if (await waits())
        throw new Problem('unavailable', { retryAfter: RETRY_SECONDS, detail: 'A restore is waiting to be confirmed' })
    },
    clear: () => waiting.clear(),
  }
}
