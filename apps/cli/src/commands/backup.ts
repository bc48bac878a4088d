import { join } from 'node:path'
import { Command } from 'commander'
import { environment } from '../config.ts'
import { globals } from '../connection.ts'
import { CommandFailed, show } from '../output.ts'

interface Own {
  readonly to?: string
  readonly data?: string
  readonly archive: boolean
  readonly archiveDir?: string
}

/** `wardline backup`: the data folder as of one instant, while the product runs (docs/backup.md). */
export function backupCommand(): Command {
  const backup = new Command('backup')
    .description('back up the data folder as of one instant, even while Wardline runs on it')
    .option('--to <folder>', 'the new backup folder, which must not exist yet')
    .option('--data <folder>', 'the data folder, same as --data-dir')
    .option('--archive-dir <folder>', 'the archive, if it is not in <data>/archive or WARDLINE_ARCHIVE_DIR')
    .option('--no-archive', 'leave out the archive, because it is backed up by other means')
    .addHelpText(
      'after',
      '\nThe backup contains the keys of the data folder: anybody who has it has everything.\n\nExample: wardline backup --to /backups/2026-11-21',
    )
    .action(async (own: Own, command: Command) => {
      const options = globals(command)
      if (own.to === undefined) return command.error("error: required option '--to <folder>' not specified")
      const dataDir = own.data ?? options.dataDir
      const archiveDir = own.archiveDir ?? environment().WARDLINE_ARCHIVE_DIR ?? join(dataDir, 'archive')
      // The engines take a second to load, so only these commands load them.
      const { takeBackup } = await import('../backup/take-backup.ts')
      const taken = await takeBackup({ dataDir, to: own.to, archiveDir: own.archive ? archiveDir : undefined })
      show(options.json, { backup: own.to, ...taken })
    })
  backup
    .command('verify')
    .argument('<folder>', 'a backup')
    .description('read and check every byte of a backup; exit code 1 if anything is wrong')
    .action(async (folder: string, _own: unknown, command: Command) => {
      const { json } = globals(command)
      const { verifyBackup } = await import('../backup/verify-backup.ts')
      const { faults, ...verified } = await verifyBackup(folder)
      show(json, { ...verified, faults: json ? faults : faults.map(f => `${f.file} (${f.fault})`) })
      if (faults.length > 0)
        throw new CommandFailed(`${faults.length} files of the backup differ from what was written`)
    })
  return backup
}
