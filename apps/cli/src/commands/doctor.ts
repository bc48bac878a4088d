import { Command } from 'commander'
import { globals } from '../connection.ts'
import { CommandFailed, showList } from '../output.ts'

/** `wardline doctor`: looks at everything that commonly goes wrong, and says what to do. Reads only; shows no secret. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description('check settings, stores, clock and certificates; exit code 1 when something must be mended')
    .action(async (_own, command: Command) => {
      const options = globals(command)
      // Only this command needs every service's settings and the engines, and they take a second to load.
      const { examine } = await import('../doctor/examine.ts')
      const findings = await examine(options)
      showList(
        options.json,
        findings.map(finding => ({ ...finding })),
        ['state', 'what', 'finding', 'advice'],
      )
      const bad = findings.filter(f => f.state === 'bad').length
      if (bad > 0) throw new CommandFailed(`${bad} must be mended`)
    })
}
