import { Command } from 'commander'
import { globals } from '../connection.ts'
import { show } from '../output.ts'

/**
 * `wardline keys …`: the key that all others are stored under (docs/operating.md#rotating-the-master-key), and those of
 * pseudonyms (docs/operating.md#rotating-pseudonyms).
 */
export function keysCommand(): Command {
  const keys = new Command('keys').description('the keys that everything stored is sealed with')
  keys
    .command('rotate')
    .description(
      'wrap the data keys with a new master key, on the data folder of a stopped Wardline or, with WARDLINE_MONGODB_URL and the other settings, on the engines',
    )
    .addHelpText(
      'after',
      `
Nothing that was stored is encrypted again. The audit trail records it.
Without WARDLINE_MASTER_KEY it makes the new key itself, in <data>/keys/master.key. Otherwise set WARDLINE_MASTER_KEY to
the new key and WARDLINE_MASTER_KEY_PREVIOUS to the present one, or the same with _FILE.

Example: wardline --data-dir /srv/wardline keys rotate`,
    )
    .action(async (_own: unknown, command: Command) => {
      const options = globals(command)
      // The engines take a second to load, so only this command loads them.
      const { rotateMasterKey } = await import('../admin/rotate-master-key.ts')
      show(options.json, await rotateMasterKey(options))
    })
  keys
    .command('rotate-pseudonyms')
    .description(
      'start the next epoch of pseudonyms for all tenants, on the data folder of a stopped Wardline or, with WARDLINE_MONGODB_URL and the other settings, on the engines while services run',
    )
    .option('--force', 'also when searches by a name then miss events of the oldest epoch')
    .addHelpText(
      'after',
      `
What exists keeps its pseudonyms, and new records get others for the same person. Searches by a name find both.
The audit trail records it. On the engines the new epoch is used a minute later, when every process knows it.

Example: wardline --data-dir /srv/wardline keys rotate-pseudonyms`,
    )
    .action(async ({ force = false }: { force?: boolean }, command: Command) => {
      const options = globals(command)
      const { rotatePseudonyms } = await import('../admin/rotate-pseudonyms.ts')
      show(options.json, await rotatePseudonyms(options, { force }))
    })
  const on =
    'on the data folder of a stopped Wardline or, with WARDLINE_MONGODB_URL and the other settings, on the engines'
  keys
    .command('save <file>')
    .description(`write the data keys, wrapped with the master key, into a new file, ${on}`)
    .addHelpText(
      'after',
      `
For when the registry is restored to before a rotation. Keep the file apart from backups.

Example: wardline keys save /safe/data-keys.json`,
    )
    .action(async (file: string, _own: unknown, command: Command) => {
      const { saveKeys } = await import('../admin/saved-keys.ts')
      show(globals(command).json, await saveKeys(globals(command), file))
    })
  keys
    .command('put-back <file>')
    .description(`add the keys of a saved file that are missing, ${on}; services may run`)
    .addHelpText('after', '\nThe audit trail records it.\n\nExample: wardline keys put-back /safe/data-keys.json')
    .action(async (file: string, _own: unknown, command: Command) => {
      const { putKeysBack } = await import('../admin/saved-keys.ts')
      show(globals(command).json, await putKeysBack(globals(command), file))
    })
  keys
    .command('replace-lost <epoch>')
    .description(`make a new key for an epoch of pseudonyms whose own is lost for good, ${on}; services may run`)
    .addHelpText(
      'after',
      `
Auditors can read its records again. Their summaries keep the pseudonyms of the lost key, so that summaries and fields
do not join. The audit trail records it.

Example: wardline keys replace-lost 3`,
    )
    .action(async (epoch: string, _own: unknown, command: Command) => {
      const { replaceLost } = await import('../admin/saved-keys.ts')
      show(globals(command).json, await replaceLost(globals(command), epoch))
    })
  return keys
}
