import { Command } from 'commander'
import { globals } from '../connection.ts'
import { show } from '../output.ts'

/**
 * `wardline reset-admin`: restores access if the last admin's token was lost. It needs the data folder, or the engines
 * and the master key.
 */
export function resetAdminCommand(): Command {
  return new Command('reset-admin')
    .description(
      'make a new admin account, on the data folder of a stopped Wardline or, with WARDLINE_MONGODB_URL and the other settings, on the engines',
    )
    .option('--tenant <tenant_id>', 'the tenant of the admin', 'ten_default')
    .option('--platform', "the platform's own account instead", false)
    .addHelpText(
      'after',
      '\nThe token is written to <data>/bootstrap/, 0600, and is not printed. The audit trail records it.',
    )
    .action(async (own: { tenant: string; platform: boolean }, command: Command) => {
      const options = globals(command)
      // The engines take a second to load, so only this command loads them.
      const { newAdmin } = await import('../admin/new-admin.ts')
      show(options.json, await newAdmin(options, own))
    })
}
