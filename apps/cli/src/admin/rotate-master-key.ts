import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { REGISTRY_FILE } from '@wardline/engines-embedded'
import { recordAtTheMachine } from '@wardline/gateway'
import { openDataDir, rotateFolderKey, rotateGivenKey } from '@wardline/host'
import { keyringOf, PLATFORM_TENANT, systemClock } from '@wardline/kernel'
import { tenantRedactors } from '@wardline/redaction'
import { environment } from '../config.ts'
import type { GlobalOptions } from '../connection.ts'
import { CommandFailed } from '../output.ts'
import { givenMasterKeys, openKeysOf } from './open-keys.ts'
import { openRegistryOf } from './open-registry.ts'

/**
 * Wraps the data keys with a new master key: one that it makes, for a data folder that keeps its master key itself, or
 * the operator's own. It can be interrupted anywhere, and run again. @throws CommandFailed, or StartFault when the
 * present master key is not the right one
 */
export async function rotateMasterKey({ dataDir }: GlobalOptions): Promise<Record<string, unknown>> {
  const given = givenMasterKeys()
  if (environment().WARDLINE_MONGODB_URL === undefined && !existsSync(join(dataDir, REGISTRY_FILE)))
    throw new CommandFailed(`${dataDir} has no stores: use --data-dir, or set WARDLINE_MONGODB_URL for the engines`)
  const { registry, close } = await openRegistryOf(dataDir)
  try {
    const ports = { registry, clock: systemClock }
    const { keys, by } = await openKeysOf(registry, dataDir)
    const own = given.WARDLINE_MASTER_KEY !== undefined
    if (own && by === 0) {
      if (given.WARDLINE_MASTER_KEY_PREVIOUS !== undefined) return { state: 'rotated already', data_keys: keys.length }
      throw new CommandFailed(
        'to rotate, set WARDLINE_MASTER_KEY to a new key and WARDLINE_MASTER_KEY_PREVIOUS to the present one',
      )
    }
    const data_keys = own
      ? await rotateGivenKey(ports, given)
      : await rotateFolderKey(ports, openDataDir(dataDir), keys)
    const redactorFor = tenantRedactors(keyringOf(keys))
    await recordAtTheMachine({ ...ports, redactorFor }, PLATFORM_TENANT, 'keys-rotate', {
      ...{ operation: 'rotateMasterKey', resource: { type: 'master_key', id: 'master' }, status: 200 },
    })
    return {
      state: 'rotated',
      data_keys,
      next: own ? 'remove WARDLINE_MASTER_KEY_PREVIOUS' : `back up ${join(dataDir, 'keys/master.key')}`,
    }
  } finally {
    await close()
  }
}
