import { Command } from 'commander'
import { globals } from '../connection.ts'
import { show } from '../output.ts'

/** `wardline keys …`: the key that all others are stored under (docs/operating.md#rotating-the-master-key). */
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
  return keys
}
