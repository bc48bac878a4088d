import { join } from 'node:path'
import { resetAdmin } from '@wardline/gateway'
import { openDataDir } from '@wardline/host'
import { keyringOf, systemClock, tenantId } from '@wardline/kernel'
import { tenantRedactors } from '@wardline/redaction'
import type { GlobalOptions } from '../connection.ts'
import { CommandFailed } from '../output.ts'
import { openKeysOf } from './open-keys.ts'
import { openRegistryOf } from './open-registry.ts'

/**
 * Creates an admin account and writes its token to a file. @throws CommandFailed if the stores are in use, or there is
 * no such tenant.
 */
export async function newAdmin(
  options: GlobalOptions,
  own: { readonly tenant: string; readonly platform: boolean },
): Promise<Record<string, unknown>> {
  const { registry, close } = await openRegistryOf(options.dataDir)
  try {
    const dir = openDataDir(options.dataDir)
    const keyring = keyringOf((await openKeysOf(registry, options.dataDir)).keys)
    const account = await resetAdmin(
      { registry, clock: systemClock, redactorFor: tenantRedactors(keyring) },
      openDataDir(join(dir.path, 'bootstrap')),
      own.platform ? 'platform' : tenantId(own.tenant),
    )
    if (account === undefined) throw new CommandFailed(`there is no tenant ${own.tenant}`)
    return { ...account, token_file: join(dir.path, 'bootstrap', account.file) }
  } finally {
    await close()
  }
}
