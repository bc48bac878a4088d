import { CommanderError } from 'commander'
import { CommandFailed } from './output.ts'
import { program } from './program.ts'

/** 0: done. 1: refused, or something is wrong. 2: wrong usage. */
const EXIT = { failed: 1, usage: 2 } as const

// The reader may stop early: `wardline --help | head -3`.
process.stdout.on('error', error => process.exit((error as NodeJS.ErrnoException).code === 'EPIPE' ? 0 : EXIT.failed))

try {
  await program().parseAsync(process.argv)
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : EXIT.usage
  else {
    process.stderr.write(`wardline: ${error instanceof CommandFailed ? error.message : (error as Error).message}\n`)
    process.exitCode = EXIT.failed
  }
}
