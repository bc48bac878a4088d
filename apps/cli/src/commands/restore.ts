import { join } from 'node:path'
import { Command } from 'commander'
import { identityOption } from '../backup/identity-option.ts'
import { environment } from '../config.ts'
import { connect, globals } from '../connection.ts'
import { CommandFailed, show, showList } from '../output.ts'

interface Own {
  readonly from?: string
  readonly data?: string
  readonly archive: boolean
  readonly archiveDir?: string
  readonly journal?: readonly string[]
  readonly identity?: string
}

const COLUMNS = ['restore_id', 'state', 'backup_taken_at', 'settled_at', 'journal_files', 'journal_replayed']

/**
 * `wardline restore`: makes a data folder from a backup, and gives the confirmation that agents wait for afterwards
 * (docs/backup.md).
 */
export function restoreCommand(): Command {
  const restore = new Command('restore')
    .description('make a data folder from a backup; agents are served once the restore is confirmed')
    .option('--from <folder>', 'the backup')
    .option('--data <folder>', 'the data folder to make, same as --data-dir; must not exist or be empty')
    .option('--archive-dir <folder>', 'the archive, if it is not in <data>/archive or WARDLINE_ARCHIVE_DIR')
    .option('--no-archive', 'the archive already exists, or is restored by other means')
    .addOption(identityOption())
    .option('--journal <folder...>', 'the revocation journal, if it has moved since the backup')
    .addHelpText(
      'after',
      '\nThen start Wardline on the folder, check that all is well, and run: wardline restore confirm.\n\nExample: wardline restore --from /backups/2026-11-21 --data .wardline',
    )
    .action(async (own: Own, command: Command) => {
      const options = globals(command)
      if (own.from === undefined) return command.error("error: required option '--from <folder>' not specified")
      const dataDir = own.data ?? options.dataDir
      const archiveDir = own.archiveDir ?? environment().WARDLINE_ARCHIVE_DIR ?? join(dataDir, 'archive')
      // The engines take a second to load, so only these commands load them.
      const { readIdentity } = await import('../backup/backup-keys.ts')
      const { layDown } = await import('../backup/lay-down.ts')
      const laid = await layDown({
        from: own.from,
        dataDir,
        archiveDir: own.archive ? archiveDir : undefined,
        journals: own.journal ?? [],
        identity: await readIdentity(options.dataDir, own.identity),
      })
      show(options.json, { data_folder: dataDir, ...laid, next: 'start Wardline, then: wardline restore confirm' })
    })
  restore
    .command('status')
    .description('list the restores of the running Wardline, newest first')
    .action(async (_own: unknown, command: Command) => {
      const options = globals(command)
      const api = await connect(options, 'platform-token')
      showList(options.json, await api.list('/restores'), COLUMNS)
    })
  restore
    .command('confirm')
    .description('confirm that the restore is good: agents are served again')
    .action(async (_own: unknown, command: Command) => {
      const options = globals(command)
      const api = await connect(options, 'platform-token')
      const waiting = (await api.list('/restores')).filter(r => r.state === 'waiting')
      if (waiting.length === 0) throw new CommandFailed('no restore is waiting to be confirmed')
      const confirmed: Record<string, unknown>[] = []
      for (const { restore_id } of waiting) confirmed.push(await api.call('POST', `/restores/${restore_id}/confirm`))
      showList(options.json, confirmed, COLUMNS)
    })
  restore
    .command('settle')
    .description(
      'on the distributed profile, after MongoDB was restored and before gateway and enrolment start: repeats everything that was revoked or spent since',
    )
    .option('--taken-at <time>', 'the instant of the backup')
    .addHelpText('after', '\nExample: wardline restore settle --journal /var/lib/wardline/revocations')
    .action(async (own: { takenAt?: string }, command: Command) => {
      const { json } = globals(command)
      // The option may come before or after `settle`, because both commands have it.
      const { journal } = command.optsWithGlobals() as Own
      if (journal === undefined) return command.error("error: required option '--journal <folder...>' not specified")
      const { settleEngines } = await import('../admin/settle-engines.ts')
      show(json, await settleEngines({ ...own, journals: journal }))
    })
  return restore
}
