import { join } from 'node:path'
import { distributedEngines } from '@wardline/engines-distributed'
import { openEmbedded } from '@wardline/engines-embedded'
import { resetAdmin } from '@wardline/gateway'
import { masterKey, openDataDir } from '@wardline/host'
import { createKeyring, systemClock, tenantId } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { tenantRedactors } from '@wardline/redaction'
import { environment } from '../config.ts'
import type { GlobalOptions } from '../connection.ts'
import { CommandFailed } from '../output.ts'

/** A new admin account, and the file that its token was written to. @throws CommandFailed when the stores are in use, or there is no such tenant. */
export async function newAdmin(
  options: GlobalOptions,
  own: { readonly tenant: string; readonly platform: boolean },
): Promise<Record<string, unknown>> {
  const { registry, close } = await openRegistryOf(options)
  try {
    const dir = openDataDir(options.dataDir)
    const keyring = createKeyring(masterKey(dir, environment().WARDLINE_MASTER_KEY))
    const account = await resetAdmin(
      { registry, clock: systemClock, keyring, redactorFor: tenantRedactors(keyring) },
      openDataDir(join(dir.path, 'bootstrap')),
      own.platform ? 'platform' : tenantId(own.tenant),
    )
    if (account === undefined) throw new CommandFailed(`there is no tenant ${own.tenant}`)
    return { ...account, token_file: join(dir.path, 'bootstrap', account.file) }
  } finally {
    await close()
  }
}

const QUIET = { info() {}, warn() {}, error() {} }

async function openRegistryOf(
  options: GlobalOptions,
): Promise<{ readonly registry: Registry; close(): Promise<void> }> {
  if (environment().WARDLINE_MONGODB_URL !== undefined) return distributedEngines(environment())({ log: QUIET })
  try {
    return await openEmbedded({ dataDir: options.dataDir })
  } catch (error) {
    throw new CommandFailed(`${options.dataDir} cannot be opened: ${(error as Error).message}. Is Wardline stopped?`)
  }
}
