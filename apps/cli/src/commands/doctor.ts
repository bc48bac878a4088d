import { Command } from 'commander'
import { globals } from '../connection.ts'
import { CommandFailed, showList } from '../output.ts'

/**
 * `wardline doctor`: checks everything that commonly goes wrong, and says what to do. It only reads, and shows no
 * secret.
 */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description('check settings, stores, clock and certificates; exit code 1 if something must be fixed')
    .action(async (_own, command: Command) => {
      const options = globals(command)
      // The services' settings and the engines take a second to load, so only this command loads them all.
      const { examine } = await import('../doctor/examine.ts')
      const findings = await examine(options)
      showList(
        options.json,
        findings.map(finding => ({ ...finding })),
        ['state', 'what', 'finding', 'advice'],
      )
      const bad = findings.filter(f => f.state === 'bad').length
      if (bad > 0) throw new CommandFailed(`${bad} must be fixed`)
    })
}
