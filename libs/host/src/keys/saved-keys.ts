import {
  type DataKey,
  type KeyPurpose,
  PLATFORM_TENANT,
  randomDataKeys,
  StartFault,
  secretsEqual,
  type WrappedKey,
  wrapDataKeys,
} from '@wardline/kernel'
import type { Registry, Stored } from '@wardline/ports'
import { DATA_KEYS_ID, type DataKeysDoc, dataKeys } from '@wardline/registries'
import { type KeyPorts, unwrapWithAny } from './open-data-keys.ts'

/** Which data key: its purpose and epoch. */
export interface NamedKey {
  readonly purpose: KeyPurpose
  readonly epoch: number
}

/** A saved key has the number of another one, or a number that cannot be given. */
export class KeyConflict extends Error {}

interface Present {
  readonly stored: Stored<DataKeysDoc>
  readonly keys: readonly DataKey[]
  readonly master: Uint8Array
}

/** The data keys as they are stored: wrapped, so that only the master key opens them. @throws StartFault when none does */
export const savedKeys = async (registry: Registry, masters: readonly Uint8Array[]): Promise<readonly WrappedKey[]> =>
  (await presentKeys(registry, masters)).stored.doc.keys

/**
 * Gives the registry the saved keys that it does not have, for one that was restored to before a rotation. What it has
 * stays. Running processes learn of them by themselves. @returns what was put back, oldest first
 * @throws StartFault when no master key opens both, KeyConflict when a number stands for another key here
 */
export async function putBackKeys(
  { registry }: Pick<KeyPorts, 'registry'>,
  masters: readonly Uint8Array[],
  saved: readonly WrappedKey[],
): Promise<readonly NamedKey[]> {
  const opened = unwrapWithAny(masters, saved)
  if (!opened) throw new StartFault('the saved keys are not under this master key: give the one of that time as well')
  return addKeys(registry, masters, present =>
    opened.keys.filter(key => {
      const same = present.find(({ purpose, epoch }) => purpose === key.purpose && epoch === key.epoch)
      if (same && !secretsEqual(same.key, key.key))
        throw new KeyConflict(
          `${key.purpose} of epoch ${key.epoch} is another key here: the file is of another platform`,
        )
      return !same
    }),
  )
}

/**
 * Makes a new key for an epoch of pseudonyms whose own is lost for good. Its records can be read again; their fields no
 * longer have the pseudonyms of their stored summaries. Nothing new is made with it.
 * @throws KeyConflict for an epoch that has a key, and for the newest: then a rotation has to come first
 */
export const replaceLostEpoch = (
  { registry, clock }: KeyPorts,
  masters: readonly Uint8Array[],
  epoch: number,
): Promise<readonly NamedKey[]> =>
  addKeys(registry, masters, present => {
    const epochs = present.filter(({ purpose }) => purpose === 'pseudonyms').map(key => key.epoch)
    if (epochs.includes(epoch)) throw new KeyConflict(`epoch ${epoch} has a key`)
    if (!(epoch > 0 && epoch < Math.max(...epochs)))
      throw new KeyConflict(`no epoch is newer than ${epoch}: start one first, or new records get its number`)
    return randomDataKeys(['pseudonyms']).map(key => ({ ...key, epoch, from: clock.now() }))
  })

/** Adds keys in one write. @param missing those that are to be added to the present ones */
async function addKeys(
  registry: Registry,
  masters: readonly Uint8Array[],
  missing: (present: readonly DataKey[]) => readonly DataKey[],
): Promise<readonly NamedKey[]> {
  for (;;) {
    const { stored, keys, master } = await presentKeys(registry, masters)
    const added = missing(keys).toSorted((a, b) => a.epoch - b.epoch)
    if (added.length === 0) return []
    const doc = { ...stored.doc, keys: [...stored.doc.keys, ...wrapDataKeys(master, added)] }
    const written = await registry.write(dataKeys, PLATFORM_TENANT, doc, { expect: stored.version })
    if (written.ok) return added.map(({ purpose, epoch }) => ({ purpose, epoch }))
  }
}

async function presentKeys(registry: Registry, masters: readonly Uint8Array[]): Promise<Present> {
  const stored = await registry.read(dataKeys, PLATFORM_TENANT, DATA_KEYS_ID)
  const opened = stored && unwrapWithAny(masters, stored.doc.keys)
  if (!opened) throw new StartFault('the data keys are under another master key, or there are none')
  return { stored, keys: opened.keys, master: opened.master }
}
