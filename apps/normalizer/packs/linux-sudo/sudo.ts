import type { ReadMessage } from '../../src/packs/read-message.ts'

const LINE = /^\s{0,16}(\S{1,256}) : ([\s\S]*)$/
const REASONS: readonly [RegExp, string][] = [
  [/^user NOT in sudoers/, 'User not in sudoers'],
  [/^user NOT authorized on host/, 'User not authorized on host'],
  [/^command not allowed/, 'Command not allowed'],
  [/^\d{1,3} incorrect password attempts?/, 'Incorrect password'],
  [/^a password is required/, 'A password is required'],
  [/^auth could not identify/, 'Authentication failed'],
  [/^(?:no tty present|a terminal is required|sorry, you must have a tty)/, 'No terminal'],
]

/** sudo: `ann : TTY=pts/0 ; PWD=/home/ann ; USER=root ; COMMAND=/usr/bin/id`, with the reason first if sudo refused. */
export const sudo: ReadMessage = (message, draft, source) => {
  const line = LINE.exec(message)
  if (!line) return false
  const rest = line[2]!
  const reason = REASONS.find(([pattern]) => pattern.test(rest))?.[1]
  const values = valuesOf(rest)
  if (!reason && values.COMMAND === undefined && values.USER === undefined) return false
  draft.is('process_activity', 1).set('actor.user.name', line[1]).set('user.name', values.USER)
  if (reason) draft.refuse().atLeast(3).set('status_detail', reason)
  else draft.end('success')
  const command = values.COMMAND
  if (command) {
    const path = command.split(/\s/, 1)[0]
    draft.set('process.cmd_line', command).set('process.working_directory', values.PWD)
    if (path?.startsWith('/')) {
      // The syslog pid belongs to sudo, which is the parent of the command.
      const { pid } = (draft.objects.process ?? {}) as { pid?: number }
      delete (draft.objects.process as { pid?: number }).pid
      draft.set('process.file.path', path).set('process.name', path.slice(path.lastIndexOf('/') + 1))
      draft.set('process.parent_process.name', 'sudo').set('process.parent_process.pid', pid)
    }
  }
  for (const [name, value] of Object.entries(values)) source.fields[name] ??= value
  source.use(...Object.keys(values).filter(name => name !== 'TTY'))
  return true
}

const NAMES = 'TTY|PWD|USER|GROUP|TSID|ENV|HOST|CHROOT|CWD'

/** The values between ` ; `. COMMAND takes the rest of the line. */
function valuesOf(text: string): Record<string, string> {
  const out: Record<string, string> = {}
  const command = /(?:^|; )COMMAND=([\s\S]*)$/.exec(text)
  if (command) out.COMMAND = command[1]!.trim()
  const head = command ? text.slice(0, command.index) : text
  for (const [, name, value] of head.matchAll(new RegExp(`(?:^|; )(${NAMES})=([^;]{0,1024})`, 'g')))
    out[name!] ??= value!.trim()
  return out
}
