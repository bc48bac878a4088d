import {
  type GivenMasterKeys,
  MASTER_KEY_SETTINGS,
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
  // Engines with the operator's own key have no data folder.
  return environment().WARDLINE_MONGODB_URL !== undefined && given.WARDLINE_MASTER_KEY !== undefined
    ? openGivenKeys(ports, given)
    : openFolderKeys(ports, openDataDir(dataDir), given)
}
