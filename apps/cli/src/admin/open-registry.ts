import { distributedEngines } from '@wardline/engines-distributed'
import { openEmbedded } from '@wardline/engines-embedded'
import type { Registry } from '@wardline/ports'
import { environment } from '../config.ts'
import { CommandFailed } from '../output.ts'

const QUIET = { info() {}, warn() {}, error() {} }

/** The registry itself, for who has the machine: of a data folder that nobody uses, or of the engines that the environment names. @throws CommandFailed */
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
