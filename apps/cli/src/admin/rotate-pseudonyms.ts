import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { REGISTRY_FILE } from '@wardline/engines-embedded'
import { recordAtTheMachine } from '@wardline/gateway'
import { addPseudonymEpoch, EpochsInUse, FOLLOWED_EVERY_MS } from '@wardline/host'
import { keyringOf, PLATFORM_TENANT, rfc3339, SEARCHED_EPOCHS, systemClock } from '@wardline/kernel'
import { tenantRedactors } from '@wardline/redaction'
import { environment } from '../config.ts'
import type { GlobalOptions } from '../connection.ts'
import { CommandFailed } from '../output.ts'
import { masterKeysOf, openKeysOf } from './open-keys.ts'
import { openRegistryOf } from './open-registry.ts'

/** Several times as long as a running process takes to learn of a new epoch. */
const DELAY_MS = 4 * FOLLOWED_EVERY_MS

/**
 * Starts the next epoch of pseudonyms, for all tenants. @throws CommandFailed while events of an epoch that searches by
 * a name would no longer ask can be searched, unless `force`; StartFault when the master key is not the right one
 */
export async function rotatePseudonyms(
  { dataDir }: GlobalOptions,
  { force }: { readonly force: boolean },
): Promise<Record<string, unknown>> {
  const onEngines = environment().WARDLINE_MONGODB_URL !== undefined
  if (!onEngines && !existsSync(join(dataDir, REGISTRY_FILE)))
    throw new CommandFailed(`${dataDir} has no stores: use --data-dir, or set WARDLINE_MONGODB_URL for the engines`)
  const { registry, close } = await openRegistryOf(dataDir)
  try {
    const ports = { registry, clock: systemClock }
    const { keys } = await openKeysOf(registry, dataDir)
    const masters = masterKeysOf(dataDir)
    // Nothing else runs on a data folder.
    const delayMs = onEngines ? DELAY_MS : 0
    const { epoch, from, before } = await addPseudonymEpoch(ports, { masters, delayMs, force })
    await recordAtTheMachine(
      { ...ports, redactorFor: tenantRedactors(keyringOf(keys)) },
      PLATFORM_TENANT,
      'keys-rotate-pseudonyms',
      { operation: 'rotatePseudonyms', resource: { type: 'pseudonym_epoch', id: String(epoch) }, status: 200 },
    )
    return {
      state: 'rotated',
      epoch,
      in_use_from: rfc3339(from),
      before,
      next: 'save the keys (wardline keys save <file>); what exists keeps its pseudonyms, and searches by a name find both',
    }
  } catch (error) {
    if (!(error instanceof EpochsInUse)) throw error
    throw new CommandFailed(
      `searches by a name ask the newest ${SEARCHED_EPOCHS} epochs, and ${error.message}. Wait, or use --force: then such searches miss these events`,
    )
  } finally {
    await close()
  }
}
