import { OWN_MASTER_KEY_SETTINGS, openGivenKeys, settleRestore } from '@wardline/host'
import { keyringOf, readConfig, systemClock } from '@wardline/kernel'
import { environment } from '../config.ts'
import { CommandFailed } from '../output.ts'
import { openRegistryOf } from './open-registry.ts'

/**
 * For a restored MongoDB, does what the embedded profile does at its first start after a restore. Gateway and enrolment
 * must be stopped. @throws CommandFailed
 */
export async function settleEngines(own: {
  readonly journals: readonly string[]
  readonly takenAt?: string
}): Promise<Record<string, unknown>> {
  const env = environment()
  if (env.WARDLINE_MONGODB_URL === undefined)
    throw new CommandFailed('this is for the distributed profile: set WARDLINE_MONGODB_URL and its related settings')
  if (own.takenAt !== undefined && Number.isNaN(Date.parse(own.takenAt)))
    throw new CommandFailed('--taken-at must be a time such as 2026-11-21T08:00:00Z')
  const given = readConfig(env, OWN_MASTER_KEY_SETTINGS)
  const { registry, close } = await openRegistryOf('')
  try {
    const { keys } = await openGivenKeys({ registry, clock: systemClock }, given)
    const { id, journal, ...rest } = await settleRestore({
      registry,
      clock: systemClock,
      keyring: keyringOf(keys),
      journalFolders: own.journals,
      backupTakenAt: own.takenAt === undefined ? null : new Date(own.takenAt).toISOString(),
    })
    return { restore_id: id, state: rest.state, journal_files: journal.files, journal_replayed: journal.replayed }
  } finally {
    await close()
  }
}
