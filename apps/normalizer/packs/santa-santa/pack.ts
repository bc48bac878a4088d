import { type Draft, definePack, type Fields, type Kind, type Source } from '../../src/packs/kit.ts'

const LINE = /^(?:\[(?<time>[^\]]{20,40})\] \w{1,8} santad: )?(?=action=[A-Z_]{2,40}(?:\||$))/

/** `action=…|key=value|…`. Santa writes a bar in a value as `<pipe>`. */
function read(message: string): Fields | undefined {
  const head = LINE.exec(message)
  if (!head) return undefined
  const fields: Fields = {}
  if (head.groups?.time) fields.time = head.groups.time
  for (const part of message.slice(head[0].length).split('|', 64)) {
    const equals = part.indexOf('=')
    if (equals < 1) continue
    const name = part.slice(0, equals)
    if (/^[a-z_0-9]{1,40}$/.test(name) && !Object.hasOwn(fields, name) && name !== 'time')
      fields[name] = part.slice(equals + 1).replaceAll('<pipe>', '|')
  }
  return fields
}

const WHO = { user: 'actor.user.name', uid: 'actor.user.uid' } as const
const file = (title: string, activity: number): Kind => ({
  title,
  class: 'file_activity',
  activity,
  map: { ...WHO, path: 'file.path', processpath: 'process.file.path', process: 'process.name', pid: 'process.pid' },
  says: [title, '{path}', '-> {newpath}', 'by {processpath}', 'of {user}'],
})
const volume = (title: string): Kind => ({
  title,
  class: 'base_event',
  activity: 99,
  says: [title, '{mount}', '{volume}', '{model}', '{bus}', '{dmgpath}'],
})

export const pack = definePack({
  id: 'santa-santa',
  vendor: 'Santa',
  product: 'Santa',
  names: ['North Pole Santa', 'santad'],
  docs: ['https://santa.dev/', 'https://www.elastic.co/docs/reference/beats/filebeat/exported-fields-santa'],
  send: '/var/db/santa/santa.log by a shipper (EventLogType file).',
  // No tag: the letter before the program is a level, not a host.
  marks: { heads: ['[<t>] <w> santad: action='] },
  confirms: ({ message }) => message !== undefined && LINE.test(message),
  read,
  time: ['time'],
  kind: 'action',
  kinds: {
    EXEC: {
      title: 'Program starts',
      class: 'process_activity',
      activity: 1,
      ends: { by: 'decision', allowed: ['ALLOW', 'ALLOW_COMPILER'], refused: ['DENY'] },
      severity: { by: 'decision', words: { deny: 3 }, else: 1 },
      map: {
        ...WHO,
        path: 'process.file.path',
        args: 'process.cmd_line',
        pid: 'process.pid',
        ppid: 'process.parent_process.pid',
        reason: 'status_detail',
      },
      says: ['Program {decision}', '({reason})', '{path}', '{args}', 'of {user}', 'signed by {cert_cn}'],
      also: (source: Source, draft: Draft) => {
        const process = draft.objects.process as { pid?: number; name?: string } | undefined
        const path = source.text('path')
        // By syslog the header names santad; the event is about the program that starts.
        if (process && path) {
          process.name = path.slice(path.lastIndexOf('/') + 1)
          const pid = source.text('pid')
          if (pid && /^\d{1,9}$/.test(pid)) process.pid = Number(pid)
        }
        const hash = source.text('sha256')
        if (hash) draft.set('process.file.hashes', `SHA256=${hash}`)
      },
    },
    WRITE: file('File written', 3),
    RENAME: file('File renamed', 5),
    DELETE: file('File deleted', 4),
    LINK: file('File linked', 99),
    DISKAPPEAR: volume('Volume appears'),
    DISKDISAPPEAR: volume('Volume disappears'),
  },
  // The file says neither its machine nor, of some events, a user.
  lacks: ['actor', 'device'],
  personal: { user: 'user', serial: 'host', machineid: 'host' },
})
