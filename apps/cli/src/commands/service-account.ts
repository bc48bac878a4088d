import { Command, Option } from 'commander'
import { connect, globals } from '../connection.ts'
import { show, showList } from '../output.ts'

const seconds = (text: string): number => Number(text)

/** `wardline service-account …` */
export function serviceAccountCommand(): Command {
  const account = new Command('service-account').description('service accounts of your tenant')
  account
    .command('create <name>')
    .description('make one; its token is printed once')
    .addOption(
      new Option('--role <role...>', 'what it may do')
        .choices(['admin', 'operator', 'analyst', 'auditor', 'collector', 'platform_admin'])
        .makeOptionMandatory(),
    )
    .option('--expires-in <seconds>', 'how long it is valid; for ever by default', seconds)
    .addHelpText('after', '\nExample: wardline service-account create "SOC collector" --role collector > token.json')
    .action(async (name: string, own: { role: string[]; expiresIn?: number }, command: Command) => {
      const options = globals(command)
      const body = {
        name,
        roles: own.role,
        ...(own.expiresIn === undefined ? {} : { expires_in_seconds: own.expiresIn }),
      }
      show(options.json, await (await connect(options)).call('POST', '/service-accounts', body))
    })
  account
    .command('list')
    .description('list all accounts, with their last use')
    .action(async (_own, command: Command) => {
      const options = globals(command)
      const accounts = await (await connect(options)).list('/service-accounts')
      showList(options.json, accounts, ['service_account_id', 'name', 'roles', 'expires_at', 'last_used_at'])
    })
  account
    .command('rotate <service_account_id>')
    .description('make a new token, printed once; the old one stays valid for a while')
    .option('--overlap <seconds>', 'how long the old token stays valid', seconds, 3_600)
    .action(async (id: string, own: { overlap: number }, command: Command) => {
      const options = globals(command)
      const api = await connect(options)
      const path = `/service-accounts/${encodeURIComponent(id)}/rotate`
      show(options.json, await api.call('POST', path, { overlap_seconds: own.overlap }))
    })
  account
    .command('revoke <service_account_id>')
    .description('remove it: its tokens stop working within 2 seconds')
    .action(async (id: string, _own, command: Command) => {
      const options = globals(command)
      await (await connect(options)).call('DELETE', `/service-accounts/${encodeURIComponent(id)}`)
      show(options.json, { service_account_id: id, state: 'revoked' })
    })
  return account
}
