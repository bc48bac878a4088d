import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command, Option } from 'commander'
import { connect, globals } from '../connection.ts'
import { CommandFailed, showList } from '../output.ts'
import { saveHistory } from '../verify/save-history.ts'
import { LOGS, type LogName } from '../verify/saved-history.ts'

interface VerifyOptions {
  readonly log?: LogName
  readonly save?: string
  readonly from?: string
  readonly key?: string
  readonly tsaCa?: string
  readonly checkpoint: readonly string[]
}

/** `wardline verify`: checks that audit records and evidence are the signed ones (docs/transparency.md). */
export function verifyCommand(): Command {
  return new Command('verify')
    .description('check that audit records and evidence are what was signed; exit code 1 if anything is not')
    .addOption(new Option('--log <name>', 'one log only').choices(LOGS))
    .option('--save <folder>', "save the API's responses, to check them again later without it")
    .addOption(new Option('--from <folder>', 'check saved responses, without the network').conflicts('save'))
    .option('--key <file>', "public keys that you kept, one per line; by default the API's key is trusted")
    .option(
      '--tsa-ca <file>',
      'PEM of the authorities that must have issued the time stamps; by default any is trusted',
    )
    .option(
      '--checkpoint <file>',
      'a checkpoint that you kept; may be repeated',
      (file, all: string[]) => [...all, file],
      [],
    )
    .action(async (own: VerifyOptions, command: Command) => {
      const options = globals(command)
      const logs = own.log ? [own.log] : LOGS
      const keys =
        own.key === undefined
          ? []
          : read(own.key)
              .split('\n')
              .filter(line => line !== '')
      const kept = own.checkpoint.map(read)
      const tsaRoots = own.tsaCa === undefined ? undefined : readAuthorities(own.tsaCa)
      // Only this command needs the digests of the services.
      const { verifyHistory } = await import('../verify/verify-history.ts')
      const folder = own.from ?? own.save ?? mkdtempSync(join(tmpdir(), 'wardline-verify-'))
      try {
        if (own.from === undefined) {
          const api = await connect(options)
          for (const log of logs) await saveHistory(api, folder, log)
        }
        const findings = []
        for (const log of logs) findings.push(await verifyHistory(folder, log, keys, kept, tsaRoots))
        const columns = [
          'log',
          'state',
          'records',
          'signed',
          'key_from',
          'key',
          'restores',
          'stamped',
          'stamped_at',
          'stamps_from',
          'faults',
        ]
        showList(
          options.json,
          findings.map(finding => ({ ...finding })),
          columns,
        )
        const untold = findings.filter(finding => finding.stamps_from === 'anybody').map(finding => finding.log)
        if (untold.length > 0)
          process.stderr.write(`stamp not verified against an authority: ${untold.join(', ')} (see --tsa-ca)\n`)
        const bad = findings.filter(finding => finding.state === 'bad')
        if (bad.length > 0)
          throw new CommandFailed(`not what was signed: ${bad.map(finding => finding.log).join(', ')}`)
      } finally {
        if (own.from === undefined && own.save === undefined) rmSync(folder, { recursive: true, force: true })
      }
    })
}

/** @throws CommandFailed for a file without a certificate */
function readAuthorities(file: string): string {
  const text = read(file)
  if (!text.includes('-----BEGIN CERTIFICATE-----')) throw new CommandFailed(`${file} holds no PEM certificate`)
  return text
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new CommandFailed(`${file} cannot be read: ${(error as Error).message}`)
  }
}
