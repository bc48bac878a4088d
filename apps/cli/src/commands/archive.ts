import { Command } from 'commander'
import { type Api, connect, type GlobalOptions, globals } from '../connection.ts'
import { CommandFailed, show, showList } from '../output.ts'

interface Days {
  readonly tenant?: string
  readonly from?: string
  readonly to?: string
}

/** `wardline archive …`: log events in the cold tier (docs/retention.md). */
export function archiveCommand(): Command {
  const archive = new Command('archive').description("archived log events of the token's tenant")
  days(archive.command('list').description('list the archived objects'), false).action(
    async (own: Days, command: Command) => {
      const { api, options } = await inTenant(own, command)
      const objects = await api.list(`/archives${range(own)}`)
      showList(options.json, objects, ['archive_id', 'day', 'retention_class', 'events', 'bytes', 'archived_at'])
    },
  )
  days(
    archive
      .command('verify')
      .description('read every byte and check it against the manifest; exit code 1 if anything is wrong'),
    false,
  ).action(async (own: Days, command: Command) => {
    const { api, options } = await inTenant(own, command)
    let [objects, events] = [0, 0]
    const faults: unknown[] = []
    for (let cursor: unknown = ''; cursor !== null; ) {
      const query = new URLSearchParams({ ...bounds(own), ...(cursor === '' ? {} : { cursor: String(cursor) }) })
      const found = await api.call('POST', `/archives/verify?${query}`)
      objects += Number(found.objects ?? 0)
      events += Number(found.events ?? 0)
      faults.push(...((found.damaged ?? []) as unknown[]))
      cursor = found.next_cursor ?? null
    }
    show(options.json, { objects, events, faults })
    if (faults.length > 0)
      throw new CommandFailed(`${faults.length} of the archived objects differ from what was written`)
  })
  days(archive.command('restore').description('make archived days searchable for a while'), true)
    .option('--searchable <seconds>', 'for how long', Number, 86_400)
    .addHelpText('after', '\nExample: wardline archive restore --tenant ten_default --from 2026-03-01 --to 2026-03-07')
    .action(async (own: Days & { searchable: number }, command: Command) => {
      const { api, options } = await inTenant(own, command)
      const body = { from: own.from, to: own.to, searchable_seconds: own.searchable }
      show(options.json, await api.call('POST', '/archives/restores', body))
    })
  return archive
}

function days(command: Command, required: boolean): Command {
  command.option('--tenant <tenant_id>', 'refuse to work on any other tenant')
  const [from, to] = ['first day, YYYY-MM-DD', 'last day, inclusive']
  return required
    ? command.requiredOption('--from <day>', from).requiredOption('--to <day>', to)
    : command.option('--from <day>', from).option('--to <day>', to)
}

const bounds = ({ from, to }: Days): Record<string, string> => ({ ...(from ? { from } : {}), ...(to ? { to } : {}) })

function range(own: Days): string {
  const query = new URLSearchParams(bounds(own)).toString()
  return query === '' ? '' : `?${query}`
}

/** The tenant is always the token's. Naming another one is an error. */
async function inTenant(own: Days, command: Command): Promise<{ readonly api: Api; readonly options: GlobalOptions }> {
  const options = globals(command)
  const api = await connect(options)
  if (own.tenant !== undefined) {
    const { tenant_id } = await api.call('GET', '/session')
    if (tenant_id !== own.tenant) throw new CommandFailed(`the token belongs to ${tenant_id}, not to ${own.tenant}`)
  }
  return { api, options }
}
