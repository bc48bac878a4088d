import {
  type Clock,
  type DataKey,
  type KeyPurpose,
  keyringOf,
  type LiveKeyring,
  PLATFORM_TENANT,
} from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { DATA_KEYS_ID, dataKeys } from '@wardline/registries'
import type { Logger } from 'pino'
import { unwrapWithAny } from './open-data-keys.ts'

/** How old the data keys of a running process can be, in milliseconds, while the registry answers. */
export const FOLLOWED_EVERY_MS = 15_000
/** How often they are read at most, however often an unknown epoch is met. */
const SOONEST_MS = 1_000
/** Missing keys that are remembered: no platform has so many. */
const MOST_MISSED = 100

export interface FollowedKeys {
  readonly keyring: LiveKeyring
  stop(): void
}

interface FollowPorts {
  readonly registry: Registry
  readonly clock: Clock
  readonly log: Pick<Logger, 'warn' | 'info' | 'error'>
}

/**
 * A keyring that learns of new epochs while the process runs: it reads the data keys again at an interval, and at once
 * when an epoch is asked for that it does not have. If it is not there then either, the log says so: a restore may have
 * lost it. What it has stays when they cannot be read or opened.
 * @param masters the master keys that may open the data keys
 */
export function followDataKeys(
  { registry, clock, log }: FollowPorts,
  masters: readonly Uint8Array[],
  opened: readonly DataKey[],
  everyMs: number = FOLLOWED_EVERY_MS,
): FollowedKeys {
  const keyring = keyringOf(opened, {
    clock,
    onMissing(purpose, epoch) {
      if (missed.size < MOST_MISSED) missed.set(`${purpose}/${epoch}`, { purpose, epoch })
      plan(SOONEST_MS)
    },
  })
  /** What was asked for and was not there, and what the log has said of it. */
  const missed = new Map<string, { readonly purpose: KeyPurpose; readonly epoch: number }>()
  const told = new Set<string>()
  let known = opened.length
  let failing = false
  let stopped = false
  let reading = false
  let readAt = Number.NEGATIVE_INFINITY
  let due: { readonly at: number; readonly timer: NodeJS.Timeout } | undefined

  /** Reads them again, `gapMs` after the last time; sooner if that is planned. */
  function plan(gapMs: number): void {
    if (stopped || reading) return
    const at = Math.max(performance.now(), readAt + gapMs)
    if (due && due.at <= at) return
    clearTimeout(due?.timer)
    due = { at, timer: setTimeout(() => void readAgain(), at - performance.now()).unref() }
  }

  async function readAgain(): Promise<void> {
    due = undefined
    reading = true
    try {
      const keys = await read()
      if (keys.length > known) log.info({ data_keys: keys.length }, 'there are new data keys')
      known = keys.length
      keyring.use(keys)
      tellMissed()
      failing = false
    } catch (error) {
      if (!failing) log.warn({ err: error }, 'the data keys cannot be read again: new epochs stay unknown here')
      failing = true
    }
    reading = false
    readAt = performance.now()
    plan(everyMs)
  }

  function tellMissed(): void {
    for (const [name, { purpose, epoch }] of missed) {
      if (keyring.epochs(purpose).includes(epoch) || told.has(name) || told.size >= MOST_MISSED) continue
      told.add(name)
      log.error({ data_key: name }, 'there is no such data key: if a restore lost it, wardline keys put-back')
    }
    missed.clear()
  }

  async function read(): Promise<readonly DataKey[]> {
    const stored = await registry.read(dataKeys, PLATFORM_TENANT, DATA_KEYS_ID)
    if (!stored) throw new Error('the data keys are gone')
    const opened = unwrapWithAny(masters, stored.doc.keys)
    if (!opened) throw new Error('the data keys are under another master key: restart this process with it')
    return opened.keys
  }

  readAt = performance.now()
  plan(everyMs)
  return {
    keyring,
    stop() {
      stopped = true
      clearTimeout(due?.timer)
    },
  }
}
