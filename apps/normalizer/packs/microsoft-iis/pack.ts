import { definePack, type Fields, httpActivity, named } from '../../src/packs/kit.ts'

/** The fields that IIS writes by default. */
const DEFAULT =
  'date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) sc-status sc-substatus sc-win32-status time-taken'.split(
    ' ',
  )
/** The default of IIS 6 and 7.0, which had no referrer. */
const OLDER = DEFAULT.filter(name => name !== 'cs(Referer)')
/** All fields of the W3C format, as Azure and many handbooks choose. */
const ALL =
  'date time s-sitename s-computername s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs-version cs(User-Agent) cs(Cookie) cs(Referer) cs-host sc-status sc-substatus sc-win32-status sc-bytes cs-bytes time-taken'.split(
    ' ',
  )
const STATUS = /^[1-5]\d\d$/
const ADDRESS = /^[0-9A-Fa-f.:%]{2,60}$/
/** Values have no blanks: IIS writes `+` in agents and escapes the rest, so a blank is always its own. */
const LAYOUTS: readonly (readonly string[])[] = [ALL, DEFAULT, OLDER]

function read(message: string): Fields | undefined {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d /.test(message)) return undefined
  const values = message.split(' ', 64)
  const names = LAYOUTS.find(layout => fits(layout, values))
  if (!names) return undefined
  const fields = named(names, values)
  const agent = fields['cs(User-Agent)']
  const referrer = fields['cs(Referer)']
  return {
    ...fields,
    // W3C times are in UTC, whatever the machine's zone is.
    time: `${values[0]}T${values[1]}Z`,
    // Names that SigmaHQ's rules for web servers use.
    ...(agent !== undefined && { 'cs-user-agent': agent.replaceAll('+', ' ') }),
    ...(referrer !== undefined && { 'cs-referer': referrer }),
  }
}

function fits(layout: readonly string[], values: readonly string[]): boolean {
  if (layout.length !== values.length) return false
  const at = (name: string): string => values[layout.indexOf(name)] ?? ''
  return (
    STATUS.test(at('sc-status')) &&
    ADDRESS.test(at('c-ip')) &&
    ADDRESS.test(at('s-ip')) &&
    /^\d{1,5}$/.test(at('s-port')) &&
    /^\d{1,10}$/.test(at('time-taken'))
  )
}

export const pack = definePack({
  id: 'microsoft-iis',
  vendor: 'Microsoft',
  product: 'IIS',
  names: ['Internet Information Services', 'IIS W3C', 'W3C'],
  docs: ['https://learn.microsoft.com/en-us/windows/win32/http/w3c-logging'],
  send: 'W3C log files of the default fields, or of all fields, through a shipper.',
  marks: {
    heads: ['<t> <ip> <w> ', '<t> <w> <w> <ip> <w> ', '<t> <w> <w>-<w> <ip> <w> ', '<t> <w> <w>-<n> <ip> <w> '],
  },
  confirms: ({ message }) => message !== undefined && read(message) !== undefined,
  read,
  time: ['time'],
  host: ['s-computername'],
  kind: () => 'request',
  kinds: {
    request: {
      title: 'Web request',
      class: 'http_activity',
      activity: 0,
      severity: 1,
      map: {
        'c-ip': 'src_endpoint.ip',
        's-ip': 'dst_endpoint.ip',
        's-port': 'dst_endpoint.port',
        'cs-username': 'actor.user',
        'cs-uri-stem': 'http_request.url.path',
        'cs-uri-query': 'http_request.url.query_string',
        'cs-host': 'http_request.url.hostname',
        'cs-version': 'http_request.version',
        'cs-user-agent': 'http_request.user_agent',
        'cs-referer': 'http_request.referrer',
        'sc-status': 'http_response.code',
        'sc-bytes': 'http_response.length',
        'cs-bytes': 'http_request.length',
        'time-taken': 'duration',
      },
      says: [
        '{cs-method} {cs-uri-stem}',
        'query {cs-uri-query}',
        'status {sc-status}',
        'from {c-ip}',
        'user {cs-username}',
        'agent {cs-user-agent}',
      ],
      also: (source, draft) => {
        source.use('cs(User-Agent)', 'cs(Referer)', 'date')
        const method = source.text('cs-method')
        const activity = method === undefined ? 0 : httpActivity(method)
        draft.is('http_activity', activity)
        if (activity > 0 && activity < 99) draft.set('http_request.http_method', method?.toUpperCase())
        const status = Number(source.text('sc-status'))
        draft.end(status >= 400 ? 'failure' : 'success')
        if (status >= 500) draft.atLeast(3)
      },
    },
  },
  personal: { 'cs-username': 'user' },
})
