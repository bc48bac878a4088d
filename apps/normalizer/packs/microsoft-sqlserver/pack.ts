import { definePack, type Fields, type Line } from '../../src/packs/kit.ts'

/** `2026-11-21 09:29:58.12 Logon       Login failed …`: the time, who writes in the server, the message. */
const LINE = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{2,3}) (spid\d{1,6}s?|Logon|Server|Backup|Error)\s{1,16}(\S[\s\S]*)$/

function read(text: string): Fields | undefined {
  const match = LINE.exec(text)
  return match ? { time: match[1], writer: match[2], message: match[3] } : undefined
}

/** The address that the server appends, to the end of the message. The name was typed by a stranger. */
const CLIENT = '\\[CLIENT: (?:<local machine>|<named pipe>|(?<client>[0-9A-Fa-f.:%]{2,45}))\\]$'
const login = (title: string, match: string, more: Partial<Line> = {}): Line => ({
  title,
  match: new RegExp(`^${match}`),
  class: 'authentication',
  activity: 1,
  facts: { 'service.name': 'SQL Server' },
  map: { user: 'user', client: 'src_endpoint.ip', how: 'auth_protocol', why: 'status_detail' },
  ...more,
})

export const pack = definePack({
  id: 'microsoft-sqlserver',
  vendor: 'Microsoft',
  product: 'SQL Server',
  names: ['MSSQL', 'SQL Server error log'],
  docs: [
    'https://learn.microsoft.com/en-us/sql/relational-databases/errors-events/mssqlserver-18456-database-engine-error',
    'https://learn.microsoft.com/en-us/sql/tools/configuration-manager/monitoring-the-error-logs',
  ],
  send: 'The file ERRORLOG through a shipper that converts it to UTF-8. Let the server audit failed and successful logins.',
  marks: {
    heads: [
      '<t> Logon ',
      '<t> Backup ',
      '<t> Server ',
      "<t> <w> Configuration option '",
      '<t> <w> SQL Server is ',
      '<t> <w> Error: <n>, Severity: ',
    ],
  },
  confirms: ({ message }) => message !== undefined && LINE.test(message),
  read,
  time: ['time'],
  lines: [
    login(
      'Login',
      `Login succeeded for user '(?<user>[^']{1,256})'\\. Connection made using (?<how>Windows|SQL Server|Azure AD|Microsoft Entra) authentication\\. ${CLIENT}`,
      {
        ends: 'success',
      },
    ),
    login(
      'Login refused',
      `Login failed for user '(?<user>[^']{1,256})'\\. (?:Reason: (?<why>[A-Z][^[\\]]{1,512}?) ?)?${CLIENT}`,
      {
        ends: 'failure',
      },
    ),
    login(
      'Login refused, name not known',
      `Login failed(?: for user ''\\.|\\.|:) (?:(?:Reason: )?(?<why>[A-Z][^[\\]']{1,512}?) ?)?${CLIENT}`,
      {
        ends: 'failure',
      },
    ),
    login(
      'SSPI refuses',
      `SSPI handshake failed with error code (?<code>0x[0-9a-fA-F]{1,8}), state \\d{1,5} while establishing a connection with integrated security; the connection has been closed\\. (?:Reason: )?(?<why>[A-Z][^[\\]]{1,512}?) {0,4}${CLIENT}`,
      {
        ends: 'failure',
        map: { client: 'src_endpoint.ip', why: 'status_detail', code: 'status_code' },
      },
    ),
    {
      title: 'Error before its message',
      match: /^Error: (?<error>\d{1,6}), Severity: (?<level>\d{1,2}), State: (?<state>\d{1,5})\.$/,
      class: 'application_error',
      activity: 1,
      severity: { by: 'level', words: { 17: 3, 18: 3, 19: 3, 20: 4, 21: 4, 22: 4, 23: 4, 24: 4, 25: 4 }, else: 1 },
      map: { error: 'metadata.event_code' },
    },
    {
      title: 'Setting changed',
      match:
        /^Configuration option '(?<option>[\w ()-]{1,128})' changed from (?<old>-?\d{1,12}) to (?<new>-?\d{1,12})\./,
      class: 'base_event',
      activity: 0,
      ends: 'success',
      severity: 2,
    },
    {
      title: 'Database backed up',
      match: /^Database backed up\. Database: (?<database>[^,]{1,128}), /,
      class: 'base_event',
      activity: 0,
      ends: 'success',
    },
    {
      title: 'Database restored',
      match: /^Database was restored: Database: (?<database>[^,]{1,128}), /,
      class: 'base_event',
      activity: 0,
      ends: 'success',
      severity: 2,
    },
    {
      title: 'Backup fails',
      match: /^BACKUP failed to complete the command /,
      class: 'base_event',
      activity: 0,
      ends: 'failure',
    },
    {
      title: 'Server starts',
      match: /^SQL Server is now ready for client connections\./,
      class: 'application_lifecycle',
      activity: 3,
      ends: 'success',
      facts: { 'app.name': 'SQL Server' },
    },
    {
      title: 'Server stops',
      match: /^SQL Server (?:is terminating|shutdown has been initiated)/,
      class: 'application_lifecycle',
      activity: 4,
      facts: { 'app.name': 'SQL Server' },
    },
  ],
  // A local client has no address, and a client whose handshake fails has no name.
  lacks: ['user', 'dst_endpoint'],
})
