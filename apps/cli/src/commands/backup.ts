import { join } from 'node:path'
import { Command } from 'commander'
import { identityOption } from '../backup/identity-option.ts'
import { environment } from '../config.ts'
import { globals } from '../connection.ts'
import { CommandFailed, show } from '../output.ts'

interface Own {
  readonly to?: string
  readonly data?: string
  readonly archive: boolean
  readonly archiveDir?: string
  readonly recipient?: readonly string[]
  readonly plain: boolean
}

/** `wardline backup`: the data folder as of one instant, while the product runs (docs/backup.md). */
export function backupCommand(): Command {
  const backup = new Command('backup')
    .description('back up the data folder as of one instant, even while Wardline runs on it')
    .option('--to <folder>', 'the new backup folder, which must not exist yet')
    .option('--data <folder>', 'the data folder, same as --data-dir')
    .option('--archive-dir <folder>', 'the archive, if it is not in <data>/archive or WARDLINE_ARCHIVE_DIR')
    .option('--no-archive', 'leave out the archive, because it is backed up by other means')
    .option('--recipient <key...>', 'public keys of age (age1…) to encrypt it to, instead of those of the folder')
    .option('--plain', 'do not encrypt it: anybody who has it has everything, the master key too', false)
    .addHelpText(
      'after',
      `
It is encrypted to WARDLINE_BACKUP_RECIPIENTS or, without them, to the key that the first start made. Keep the identity
of that key, <data>/bootstrap/backup-identity.txt, in another place: without it the backup cannot be opened.

Example: wardline backup --to /backups/2026-11-21`,
    )
    .action(async (own: Own, command: Command) => {
      const options = globals(command)
      if (own.to === undefined) return command.error("error: required option '--to <folder>' not specified")
      const dataDir = own.data ?? options.dataDir
      const archiveDir = own.archiveDir ?? environment().WARDLINE_ARCHIVE_DIR ?? join(dataDir, 'archive')
      // The engines take a second to load, so only these commands load them.
      const { takeBackup } = await import('../backup/take-backup.ts')
      const { identityAdvice, recipientsFor } = await import('../backup/backup-keys.ts')
      const recipients = own.plain ? undefined : await recipientsFor(dataDir, own.recipient)
      const archive = own.archive ? archiveDir : undefined
      const taken = await takeBackup({ dataDir, to: own.to, archiveDir: archive, recipients })
      show(options.json, { backup: own.to, ...taken, encrypted_to: recipients ?? null })
      const advice = recipients && identityAdvice(dataDir)
      if (advice) process.stderr.write(`${advice}\n`)
    })
  backup
    .command('verify')
    .argument('<folder>', 'a backup')
    .description('read and check every byte of a backup; exit code 1 if anything is wrong')
    .addOption(identityOption())
    .action(async (folder: string, own: { identity?: string }, command: Command) => {
      const { json, dataDir } = globals(command)
      const { readIdentity } = await import('../backup/backup-keys.ts')
      const { verifyBackup } = await import('../backup/verify-backup.ts')
      const { faults, ...verified } = await verifyBackup(folder, await readIdentity(dataDir, own.identity))
      show(json, { ...verified, faults: json ? faults : faults.map(f => `${f.file} (${f.fault})`) })
      if (faults.length > 0)
        throw new CommandFailed(`${faults.length} files of the backup differ from what was written`)
    })
  return backup
}
