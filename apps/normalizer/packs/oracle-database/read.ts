import type { Fields } from '../../src/packs/kit.ts'

const PAIRS = 64

/**
 * `NAME:[5] 'value'` (or in double quotes). The length tells where a value ends, so that nothing in it can be taken for
 * another pair. Of a value without a length, the next quote ends it.
 */
export function readAudit(text: string): Fields | undefined {
  const start = /^(?:Oracle (Unified )?Audit\[(\d{1,10})\]: )?(?=LENGTH ?:)/.exec(text)
  if (!start) return undefined
  const fields: Record<string, string> = {}
  if (start[2]) fields.PROCESS = start[2]
  if (start[1]) fields.TRAIL = 'unified'
  const name = /\s*([A-Z][A-Z0-9$_ ]{0,31}?) ?: ?(?:\[(\d{1,6})\] ?)?(['"])/y
  let at = start[0].length
  for (let count = 0; count < PAIRS; count++) {
    name.lastIndex = at
    const match = name.exec(text)
    if (!match) break
    const from = name.lastIndex
    const length = match[2] === undefined ? undefined : Number(match[2])
    const end = length !== undefined && text[from + length] === match[3] ? from + length : text.indexOf(match[3]!, from)
    if (end < 0) break
    const key = match[1]!.replaceAll(' ', '_')
    const value = text.slice(from, end)
    // A slash is no name: the operating system vouches for who it is.
    const told = value !== '' && !(key === 'DATABASE_USER' && value === '/')
    if (told && !Object.hasOwn(fields, key)) fields[key] = value
    at = end + 1
  }
  return Object.keys(fields).length < 4 ? undefined : { ...fields, ...clientOf(fields.COMMENT$TEXT) }
}

/** The address that the listener saw: `Client address: (ADDRESS=(PROTOCOL=tcp)(HOST=198.51.100.5)(PORT=52144))`. */
function clientOf(comment: string | undefined): Fields {
  const all = [
    ...(comment ?? '').matchAll(/\(ADDRESS=\(PROTOCOL=tcps?\)\(HOST=([0-9A-Fa-f.:]{2,45})\)\(PORT=(\d{1,5})\)\)/gi),
  ]
  return all.length === 1 ? { client: all[0]![1], client_port: all[0]![2] } : {}
}

/** `21-NOV-2026 09:29:58 * (CONNECT_DATA=…) * (ADDRESS=…) * establish * ORCL * 0`, as the listener writes it. */
const LISTENER =
  /^(\d{2}-[A-Za-z]{3}-\d{4} \d\d:\d\d:\d\d(?::\d{1,3})?) \* (?:(\(CONNECT_DATA=.{1,4096}\)) \* )?\(ADDRESS=\(PROTOCOL=(\w{1,8})\)\(HOST=([0-9A-Fa-f.:]{2,45})\)\(PORT=(\d{1,5})\)\) \* (establish|ping|services|status|version|stop|reload|service_update|service_register)(?: \* ([\w.$-]{1,128}))? \* (\d{1,6})$/

export function readListener(text: string): Fields | undefined {
  const match = LISTENER.exec(text)
  if (!match) return undefined
  const [, time = '', data = '', protocol, client, client_port, command, service, code] = match
  // What the client says of itself.
  const user = /\(USER=([^()]{1,64})\)/.exec(data)?.[1]
  const program = /\(PROGRAM=([^()]{1,256})\)/.exec(data)?.[1]
  const out = {
    listener_time: time,
    protocol,
    client,
    client_port,
    command,
    service,
    code,
    os_user: user,
    os_program: program,
  }
  return Object.fromEntries(Object.entries(out).filter(([, value]) => value !== undefined))
}
