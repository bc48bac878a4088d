import { definePack, type Fields, type Line } from '../../src/packs/kit.ts'

/** `Sat Nov 21 09:29:58 2026 [pid 4242] [ann] OK LOGIN: …`; syslog has neither time nor process. */
const LINE =
  /^(?:((?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d:\d\d \d{4}) \[pid (\d{1,10})\] )?([\s\S]*)$/

function read(text: string, header: Readonly<Fields>): Fields | undefined {
  const match = LINE.exec(text)
  if (!match || (match[1] === undefined && header.program === undefined)) return undefined
  return { ...(match[1] && { time: match[1], process_id: match[2] }), message: match[3] }
}

/** A name without the brackets and quotes that the log is made of: what has them could be read in two ways. */
const WHO = '(?:\\[(?<user>[^[\\]"]{1,128})\\] )?'
const FROM = 'Client "(?<client>[0-9A-Fa-f.:]{2,45})"'
const file = (title: string, verb: string, activity: number): Line => ({
  title,
  // A name of a file may hold quotes: it ends at the last one.
  match: new RegExp(
    `^${WHO}(?<result>OK|FAIL) ${verb}: ${FROM}, "(?<path>.{1,4096})"(?:, (?<size>\\d{1,15}) bytes)?(?:, [\\d.]{1,16}Kbyte/sec)?$`,
  ),
  class: 'ftp_activity',
  activity,
  ends: { by: 'result', success: ['OK'], failure: ['FAIL'] },
  map: { user: 'actor.user.name', client: 'src_endpoint.ip', path: 'file.path', size: 'traffic.bytes' },
  also: (_, draft) => {
    ;(draft.objects.file as { type_id?: number }).type_id = 0
  },
})

export const pack = definePack({
  id: 'vsftpd-vsftpd',
  vendor: 'vsftpd',
  product: 'vsftpd',
  docs: ['https://security.appspot.com/vsftpd/vsftpd_conf.html'],
  send: 'syslog_enable=YES, or vsftpd.log through a shipper (xferlog_std_format=NO).',
  marks: {
    tags: ['vsftpd'],
    heads: [
      '<t> [pid <n>] CONNECT: Client ',
      '<t> [pid <n>] [<w>] OK ',
      '<t> [pid <n>] [<w>] FAIL ',
      '<t> [pid <n>] [<w>] FTP ',
      '<t> [pid <n>] FTP command: ',
      '<t> [pid <n>] FTP response: ',
      '<t> [pid <n>] [',
    ],
  },
  read,
  time: ['time'],
  map: { process_id: 'process.pid' },
  lines: [
    {
      title: 'Client connects',
      match: new RegExp(`^CONNECT: ${FROM}(?:, "Connection (?<refused>refused): .{1,64}")?$`),
      class: 'network_activity',
      activity: 1,
      ends: { by: 'refused', refused: ['refused'] },
      map: { client: 'src_endpoint.ip' },
    },
    {
      title: 'Login',
      match: new RegExp(`^${WHO}(?<result>OK|FAIL) LOGIN: ${FROM}(?:, anon password ".{0,256}")?$`),
      class: 'authentication',
      activity: 1,
      ends: { by: 'result', success: ['OK'], failure: ['FAIL'] },
      facts: { 'service.name': 'ftp' },
      map: { user: 'user.name', client: 'src_endpoint.ip' },
      says: ['{result} LOGIN', 'user {user}', 'from {client}'],
    },
    file('Upload', 'UPLOAD', 1),
    file('Upload added to a file', 'APPEND', 1),
    file('Download', 'DOWNLOAD', 2),
    file('File deleted', 'DELETE', 4),
    file('Folder deleted', 'RMDIR', 4),
    file('Folder made', 'MKDIR', 99),
    file('File renamed', 'RENAME', 5),
    file('Rights changed', 'CHMOD', 99),
    {
      title: 'Command',
      match: new RegExp(`^${WHO}FTP command: ${FROM}, "(?<command>[A-Z]{3,4})(?: [^"]{0,1024})?"$`),
      class: 'ftp_activity',
      activity: 99,
      map: { user: 'actor.user.name', client: 'src_endpoint.ip', command: 'command' },
      // The rest may be a password.
      says: ['FTP command {command}', 'by {user}', 'from {client}'],
    },
    {
      title: 'Response',
      match: new RegExp(`^${WHO}FTP response: ${FROM}, "(?<code>\\d{3})[ -].{0,1024}"$`),
      class: 'ftp_activity',
      activity: 99,
      map: { user: 'actor.user.name', client: 'src_endpoint.ip', code: 'status_code' },
    },
  ],
  lacks: ['user'],
})
