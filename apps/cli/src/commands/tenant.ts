import { Command } from 'commander'
import { connect, globals } from '../connection.ts'
import { show, showList } from '../output.ts'

const PLATFORM = 'platform-token'

/** `wardline tenant …`, as the platform. */
export function tenantCommand(): Command {
  const tenant = new Command('tenant').description('tenants, as the platform (bootstrap/platform-token)')
  tenant
    .command('create <name>')
    .description('make a tenant and its first account, whose token is printed once')
    .addHelpText('after', '\nExample: wardline tenant create "Acme" --json')
    .action(async (name: string, _options, command: Command) => {
      const options = globals(command)
      const api = await connect(options, PLATFORM)
      const made = await api.call('POST', '/tenants', { name })
      const first = { name: 'first admin', roles: ['admin', 'operator'], tenant_id: made.tenant_id }
      const { service_account_id, token } = await api.call('POST', '/service-accounts', first)
      show(options.json, { ...made, service_account_id, token })
    })
  tenant
    .command('list')
    .description('list all tenants')
    .action(async (_options, command: Command) => {
      const options = globals(command)
      const tenants = await (await connect(options, PLATFORM)).list('/tenants')
      showList(options.json, tenants, ['tenant_id', 'name', 'state', 'created_at'])
    })
  for (const [verb, state, what] of [
    ['suspend', 'suspended', 'refuse its accounts; its agents get 503 and keep trying'],
    ['resume', 'active', 'serve it again'],
  ] as const) {
    tenant
      .command(`${verb} <tenant_id>`)
      .description(what)
      .action(async (id: string, _options, command: Command) => {
        const options = globals(command)
        const api = await connect(options, PLATFORM)
        show(options.json, await api.call('PATCH', `/tenants/${encodeURIComponent(id)}`, { state }, '*'))
      })
  }
  tenant
    .command('delete <tenant_id>')
    .description('remove a suspended tenant without data that must be kept')
    .action(async (id: string, _options, command: Command) => {
      const options = globals(command)
      await (await connect(options, PLATFORM)).call('DELETE', `/tenants/${encodeURIComponent(id)}`)
      show(options.json, { tenant_id: id, state: 'deleted' })
    })
  return tenant
}
