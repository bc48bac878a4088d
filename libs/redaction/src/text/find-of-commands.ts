import type { Report } from '../findings/finding.ts'
import { eachMatch, patterns, tailStart } from '../findings/patterns.ts'
import { COMMANDS } from './secret-hint.ts'
import { secretValueAt, worthHiding } from './secret-value.ts'

/** Secrets in the arguments of commands that are known to take them. */
export function findOfCommands(text: string, report: Report): void {
  const found = (span: ReturnType<typeof secretValueAt>): void => {
    if (span) report(span.start, span.end, { secret: 'password' })
  }
  for (const [command, flag] of COMMANDS)
    if (command.test(text)) eachMatch(flag, text, m => found(secretValueAt(text, m.index + m[0].length)))
  eachMatch(patterns.pipedSecret, text, m => {
    const value = m[1] as string
    if (worthHiding(value)) report(tailStart(m, value), m.index + m[0].length, { secret: 'password' })
  })
  eachMatch(patterns.htpasswd, text, m => findOfHtpasswd(text, m.index + m[0].length, report))
}

/** `htpasswd -b file name X`, or without the file with `-n`. */
function findOfHtpasswd(text: string, at: number, report: Report): void {
  const word = /\s{0,4}["']?([^\s"';|&]{1,256})["']?/y
  let flags = ''
  let places = 0
  word.lastIndex = at
  for (let i = 0; i < 8; i++) {
    const value = word.exec(text)?.[1]
    if (value === undefined) return
    if (value.startsWith('-')) flags += value
    else if (++places === (flags.includes('n') ? 2 : 3)) {
      const end = word.lastIndex
      const start = text.lastIndexOf(value, end)
      if (flags.includes('b') && worthHiding(value)) report(start, start + value.length, { secret: 'password' })
      return
    }
  }
}
