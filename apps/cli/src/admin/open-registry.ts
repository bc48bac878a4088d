import { distributedEngines } from '@wardline/engines-distributed'
import { openEmbedded } from '@wardline/engines-embedded'
import type { Registry } from '@wardline/ports'
import { environment } from '../config.ts'
import { CommandFailed } from '../output.ts'

const QUIET = { info() {}, warn() {}, error() {} }

/**
 * Opens the registry directly, for an operator with access to the machine: of a data folder that is not in use, or of
 * the engines in the environment. @throws CommandFailed
 */
export async function openRegistryOf(
  dataDir: string,
): Promise<{ readonly registry: Registry; close(): Promise<void> }> {
  if (environment().WARDLINE_MONGODB_URL !== undefined) return distributedEngines(environment())({ log: QUIET })
  try {
    return await openEmbedded({ dataDir })
  } catch (error) {
    throw new CommandFailed(`${dataDir} cannot be opened: ${(error as Error).message}. Is Wardline stopped?`)
  }
}
