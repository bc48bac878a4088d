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
    .description('back the data folder up as of one instant, also while Wardline runs on it')
    .option('--to <folder>', 'where to: a folder that is not there yet')
    .option('--data <folder>', 'the data folder, as --data-dir')
    .option('--archive-dir <folder>', 'the archive, where it is not <data>/archive nor what WARDLINE_ARCHIVE_DIR says')
    .option('--no-archive', 'leave the archive out: it is backed up by other means')
    .addHelpText(
      'after',
      '\nThe backup holds the keys of the data folder: whoever has it has everything.\n\nExample: wardline backup --to /backups/2026-11-21',
    )
    .action(async (own: Own, command: Command) => {
      const options = globals(command)
      if (own.to === undefined) return command.error("error: required option '--to <folder>' not specified")
      const dataDir = own.data ?? options.dataDir
      const archiveDir = own.archiveDir ?? environment().WARDLINE_ARCHIVE_DIR ?? join(dataDir, 'archive')
      // Only these commands need the engines, and they take a second to load.
      const { takeBackup } = await import('../backup/take-backup.ts')
      const taken = await takeBackup({ dataDir, to: own.to, archiveDir: own.archive ? archiveDir : undefined })
      show(options.json, { backup: own.to, ...taken })
    })
  backup
    .command('verify')
    .argument('<folder>', 'a backup')
    .description('read every byte of a backup again; exit code 1 when anything is wrong')
    .action(async (folder: string, _own: unknown, command: Command) => {
      const { json } = globals(command)
      const { verifyBackup } = await import('../backup/verify-backup.ts')
      const { faults, ...verified } = await verifyBackup(folder)
      show(json, { ...verified, faults: json ? faults : faults.map(f => `${f.file} (${f.fault})`) })
      if (faults.length > 0) throw new CommandFailed(`${faults.length} files of the backup are not what was written`)
    })
  return backup
}
