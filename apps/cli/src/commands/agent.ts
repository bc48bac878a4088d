import { Command } from 'commander'
import { connect, globals } from '../connection.ts'
import { show, showList } from '../output.ts'

/** `wardline agent …` */
export function agentCommand(): Command {
  const agent = new Command('agent').description('agent identities')
  agent
    .command('list')
    .description('list all identities and their states')
    .action(async (_own, command: Command) => {
      const options = globals(command)
      const agents = await (await connect(options)).list('/agents')
      showList(options.json, agents, [
        'agent_id',
        'agent_class',
        'state',
        'platform',
        'hostname',
        'last_seen_at',
        'not_after',
      ])
    })
  agent
    .command('read <agent_id>')
    .description('show one identity')
    .action(async (id: string, _own, command: Command) => {
      const options = globals(command)
      show(options.json, await (await connect(options)).call('GET', `/agents/${encodeURIComponent(id)}`))
    })
  agent
    .command('revoke <agent_id>')
    .description('revoke an identity for good, everywhere within 5 seconds; the agent stops')
    .requiredOption('--reason <text>', 'the reason, which is stored')
    .action(async (id: string, own: { reason: string }, command: Command) => {
      const options = globals(command)
      const api = await connect(options)
      show(options.json, await api.call('POST', `/agents/${encodeURIComponent(id)}/revoke`, { reason: own.reason }))
    })
  return agent
}
