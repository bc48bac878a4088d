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
  return keys
}
