import {
  type GivenMasterKeys,
  givenKeys,
  MASTER_KEY_SETTINGS,
  masterKeysIn,
  type OpenedKeys,
  openDataDir,
  openFolderKeys,
  openGivenKeys,
} from '@wardline/host'
import { readConfig, systemClock } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { environment } from '../config.ts'

/** The operator's own master keys, if the environment has them. */
export const givenMasterKeys = (): GivenMasterKeys => readConfig(environment(), MASTER_KEY_SETTINGS)

/**
 * Opens the data keys as the product does: with the master key of the environment or, without one, of the data folder.
 * @throws StartFault if it is not the right one
 */
export function openKeysOf(registry: Registry, dataDir: string): Promise<OpenedKeys> {
  const given = givenMasterKeys()
  const ports = { registry, clock: systemClock }
  return hasFolder(given) ? openFolderKeys(ports, openDataDir(dataDir), given) : openGivenKeys(ports, given)
}

/** The master keys that may open the data keys. @throws StartFault for a file that is no key */
export function masterKeysOf(dataDir: string): readonly Uint8Array[] {
  const given = givenMasterKeys()
  return hasFolder(given) ? masterKeysIn(openDataDir(dataDir), given) : givenKeys(given)
}

/** Engines with the operator's own key have no data folder. */
const hasFolder = ({ WARDLINE_MASTER_KEY }: GivenMasterKeys): boolean =>
  environment().WARDLINE_MONGODB_URL === undefined || WARDLINE_MASTER_KEY === undefined
