import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BACKUP_IDENTITY_FILE, BACKUP_SETTINGS, backupRecipients, openDataDir, parseRecipients } from '@wardline/host'
import { readConfig, systemClock } from '@wardline/kernel'
import { environment } from '../config.ts'
import { readSecret } from '../connection.ts'
import { CommandFailed } from '../output.ts'
import { requireSource } from './take-backup.ts'

/**
 * Whom a backup is encrypted to: those of the command line, of the settings, or of the data folder.
 * @throws CommandFailed if it is not a data folder
 */
export async function recipientsFor(dataDir: string, own: readonly string[] | undefined): Promise<readonly string[]> {
  if (own !== undefined) return parsed(own)
  const { WARDLINE_BACKUP_RECIPIENTS } = readConfig(environment(), BACKUP_SETTINGS)
  requireSource(dataDir)
  return backupRecipients(openDataDir(dataDir), WARDLINE_BACKUP_RECIPIENTS, systemClock.now())
}

function parsed(own: readonly string[]): readonly string[] {
  try {
    return parseRecipients(own.join(','))
  } catch (error) {
    throw new CommandFailed(`--recipient: ${(error as Error).message}`)
  }
}

/** The text of an identity file; by default that of the data folder, as long as it is there. */
export async function readIdentity(dataDir: string, file: string | undefined): Promise<string | undefined> {
  if (file !== undefined) return readSecret(file)
  const first = join(dataDir, BACKUP_IDENTITY_FILE)
  return existsSync(first) ? readSecret(first) : undefined
}

/** What to tell an operator who has not moved the identity away yet. */
export function identityAdvice(dataDir: string): string | undefined {
  const file = join(dataDir, BACKUP_IDENTITY_FILE)
  return existsSync(file) ? `move ${file} to a safe place: without it, no backup can be opened` : undefined
}
