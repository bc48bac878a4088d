import { PRODUCT_VERSION } from '@wardline/kernel'
import { Command } from 'commander'
import { agentCommand } from './commands/agent.ts'
import { archiveCommand } from './commands/archive.ts'
import { backupCommand } from './commands/backup.ts'
import { csrCommand } from './commands/csr.ts'
import { doctorCommand } from './commands/doctor.ts'
import { keysCommand } from './commands/keys.ts'
import { resetAdminCommand } from './commands/reset-admin.ts'
import { restoreCommand } from './commands/restore.ts'
import { serviceAccountCommand } from './commands/service-account.ts'
import { tenantCommand } from './commands/tenant.ts'
import { tokenCommand } from './commands/token.ts'
import { verifyCommand } from './commands/verify.ts'
import { environment } from './config.ts'

/**
 * The `wardline` command. @throws CommanderError if the arguments cannot be parsed, CommandFailed if the command fails.
 */
export function program(): Command {
  const wardline = new Command('wardline')
    .description(
      'Administers a Wardline, over its API or on its data folder. Secrets come from files or standard input, never from arguments.',
    )
    .version(PRODUCT_VERSION)
    .option(
      '--data-dir <folder>',
      'the data folder: its addresses and bootstrap tokens are used',
      environment().WARDLINE_DATA_DIR ?? '.wardline',
    )
    .option('--url <origin>', 'another Wardline than the one that runs on the data folder')
    .option('--token-file <file>', 'file with the bearer token, - for standard input; a bootstrap token by default')
    .option('--ca-file <pem>', 'authority to trust for an https origin')
    .option('--json', 'JSON for programs', false)
    .exitOverride()
    .showHelpAfterError()
    .addHelpText('after', '\nExit codes: 0 done, 1 refused or something is wrong, 2 wrong usage.')
  for (const make of [
    tenantCommand,
    serviceAccountCommand,
    tokenCommand,
    agentCommand,
    csrCommand,
    archiveCommand,
    backupCommand,
    restoreCommand,
    keysCommand,
    doctorCommand,
    resetAdminCommand,
    verifyCommand,
  ])
    wardline.addCommand(inherit(make(), wardline))
  return wardline
}

/** Subcommands behave like the program. */
function inherit(command: Command, parent: Command): Command {
  command.copyInheritedSettings(parent)
  for (const child of command.commands) inherit(child, command)
  return command
}
