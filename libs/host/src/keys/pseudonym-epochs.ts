import {
  DAY_MS,
  type DataKey,
  HOUR_MS,
  PLATFORM_TENANT,
  randomDataKeys,
  rfc3339,
  SEARCHED_EPOCHS,
  StartFault,
  wrapDataKeys,
} from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { DATA_KEYS_ID, dataKeys, restores } from '@wardline/registries'
import { type KeyPorts, unwrapWithAny } from './open-data-keys.ts'

/** The longest that an event is in the hot or warm tier, and how late it may be. */
const SEARCHABLE_MS = (365 + 8) * DAY_MS
/** Epochs after a restore are numbered by the hours since then. */
const NUMBERED_SINCE = Date.UTC(2020, 0)

export interface NewEpoch {
  readonly epoch: number
  /** From when on new records get its pseudonyms, in milliseconds. */
  readonly from: number
  /** Older epochs, oldest first. */
  readonly before: readonly number[]
}

export interface NewEpochOptions {
  /** The master keys that may open the data keys. */
  readonly masters: readonly Uint8Array[]
  /** How long until it is used, in milliseconds: every running process must have learnt of it by then. */
  readonly delayMs: number
  /** Also when searches by a name no longer ask an epoch whose events can be searched. */
  readonly force: boolean
}

/** Searches by a name would miss events that can be searched. */
export class EpochsInUse extends Error {
  readonly epoch: number
  /** When no event of the epoch is in the hot or warm tier any more, in milliseconds. */
  readonly until: number

  constructor(epoch: number, until: number) {
    super(`events of epoch ${epoch} can be searched until ${rfc3339(until)}`)
    this.name = 'EpochsInUse'
    this.epoch = epoch
    this.until = until
  }
}

/**
 * Adds a data key of the next epoch for the pseudonyms of all tenants, in one write (ADR 30). Nothing that is stored
 * changes. @throws EpochsInUse, and StartFault when no master key opens the data keys
 */
export async function addPseudonymEpoch(ports: KeyPorts, options: NewEpochOptions): Promise<NewEpoch> {
  const { registry, clock } = ports
  for (;;) {
    const stored = await registry.read(dataKeys, PLATFORM_TENANT, DATA_KEYS_ID)
    const opened = stored && unwrapWithAny(options.masters, stored.doc.keys)
    if (!stored || !opened) throw new StartFault('the data keys were wrapped with another master key meanwhile')
    const present = opened.keys.filter(({ purpose }) => purpose === 'pseudonyms').toSorted((a, b) => a.epoch - b.epoch)
    const now = clock.now()
    if (!options.force) requireSearchable(present, now)
    const epoch = await nextEpoch(registry, present, now)
    const from = now + options.delayMs
    const added = randomDataKeys(['pseudonyms']).map(key => ({ ...key, epoch, from }))
    const doc = { ...stored.doc, keys: [...stored.doc.keys, ...wrapDataKeys(opened.master, added)] }
    const written = await registry.write(dataKeys, PLATFORM_TENANT, doc, { expect: stored.version })
    if (written.ok) return { epoch, from, before: present.map(key => key.epoch) }
  }
}

/** @throws EpochsInUse when one more epoch leaves one that searches do not ask, and that events may still be of. */
function requireSearchable(present: readonly DataKey[], now: number): void {
  const left = present.at(-SEARCHED_EPOCHS)
  const after = present.at(1 - SEARCHED_EPOCHS)
  if (!left || !after || left === after) return
  const until = (after.from ?? 0) + SEARCHABLE_MS
  if (until > now) throw new EpochsInUse(left.epoch, until)
}

/**
 * One more than the newest. After a restore the number may have been used already, for a key that is lost: then it is
 * the number of an hour, so that no two keys ever have the same one.
 */
async function nextEpoch(registry: Registry, present: readonly DataKey[], now: number): Promise<number> {
  const next = (present.at(-1)?.epoch ?? 0) + 1
  const [restore] = await registry.list(restores, PLATFORM_TENANT, { limit: 1 })
  return restore ? Math.max(next, Math.floor((now - NUMBERED_SINCE) / HOUR_MS)) : next
}
