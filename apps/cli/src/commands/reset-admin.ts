import { Command } from 'commander'
import { globals } from '../connection.ts'
import { show } from '../output.ts'

/** `wardline reset-admin`: the way back in when the last admin's token was lost. Who may run it has the data folder, or the engines and the master key. */
export function resetAdminCommand(): Command {
  return new Command('reset-admin')
    .description(
      'make a new admin account, on the data folder of a Wardline that is stopped or, with WARDLINE_MONGODB_URL and the other settings, on the engines',
    )
    .option('--tenant <tenant_id>', 'whose admin', 'ten_default')
    .option('--platform', "the platform's own account instead", false)
    .addHelpText(
      'after',
      '\nThe token is written to <data>/bootstrap/, 0600, and printed nowhere. It is on record in the audit trail.',
    )
    .action(async (own: { tenant: string; platform: boolean }, command: Command) => {
      const options = globals(command)
      // Only this command needs the engines, and they take a second to load.
      const { newAdmin } = await import('../admin/new-admin.ts')
      show(options.json, await newAdmin(options, own))
    })
}
