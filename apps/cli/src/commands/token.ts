import { Command, Option } from 'commander'
import { connect, globals } from '../connection.ts'
import { show, showList } from '../output.ts'

/** `wardline token …`: enrolment tokens. */
export function tokenCommand(): Command {
  const token = new Command('token').description('one-time enrolment tokens')
  token
    .command('create')
    .description('make one; it is printed once')
    .addOption(
      new Option('--agent-class <class>', 'what it enrols').choices(['endpoint', 'collector']).default('endpoint'),
    )
    .option('--expires-in <seconds>', 'at most 30 days', Number, 86_400)
    .option('--label <text>', 'what it is for')
    .addHelpText(
      'after',
      '\nExample: wardline token create --json | jq -r .token | wardline csr --enrollment-token-file - --out ./identity',
    )
    .action(async (own: { agentClass: string; expiresIn: number; label?: string }, command: Command) => {
      const options = globals(command)
      const body = {
        agent_class: own.agentClass,
        expires_in_seconds: own.expiresIn,
        ...(own.label === undefined ? {} : { label: own.label }),
      }
      show(options.json, await (await connect(options)).call('POST', '/enrollment-tokens', body))
    })
  token
    .command('list')
    .description('list all tokens and their states')
    .action(async (_own, command: Command) => {
      const options = globals(command)
      const tokens = await (await connect(options)).list('/enrollment-tokens')
      showList(options.json, tokens, ['token_id', 'agent_class', 'state', 'expires_at', 'label'])
    })
  token
    .command('revoke <token_id>')
    .description('revoke an unused token')
    .action(async (id: string, _own, command: Command) => {
      const options = globals(command)
      const api = await connect(options)
      show(options.json, await api.call('POST', `/enrollment-tokens/${encodeURIComponent(id)}/revoke`))
    })
  return token
}
