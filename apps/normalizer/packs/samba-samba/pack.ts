import { type Draft, definePack, type Kind, type Source } from '../../src/packs/kit.ts'
import { readAudit } from './audit.ts'

/** `ipv4:203.0.113.9:52144` and `ipv6:2001:db8::9:52144`. */
const PEER = /^ipv([46]):(.{2,45}):(\d{1,5})$/
function peer(source: Source, draft: Draft, name: string, endpoint: string): void {
  const match = PEER.exec(source.text(name) ?? '')
  if (match) draft.set(`${endpoint}.ip`, match[2]).set(`${endpoint}.port`, match[3])
}
const OK = ['NT_STATUS_OK']
const login = (kind: 'Authentication' | 'Authorization', more: Partial<Kind>): Kind => ({
  title: 'Login',
  class: 'authentication',
  activity: 1,
  map: {
    [`${kind}.serviceDescription`]: 'service.name',
    [`${kind}.status`]: 'status_code',
    [`${kind}.logonId`]: 'session.uid',
    [`${kind}.eventId`]: 'metadata.event_code',
  },
  also: (source, draft) => {
    peer(source, draft, `${kind}.remoteAddress`, 'src_endpoint')
    peer(source, draft, `${kind}.localAddress`, 'dst_endpoint')
    draft.set('src_endpoint.hostname', source.text(`${kind}.workstation`)?.replace(/^\\\\/, ''))
    const status = source.text(`${kind}.status`)
    if (status && !OK.includes(status)) draft.end('failure')
  },
  ...more,
})

const FILES = { user: 'actor.user', client: 'src_endpoint.ip', path: 'file.path', reason: 'status_detail' } as const
const file = (title: string, activity: number, more: Partial<Kind> = {}): Kind => ({
  title,
  class: 'network_file_activity',
  activity,
  ends: { by: 'result', success: ['ok'], failure: ['fail'] },
  map: FILES,
  says: [
    '{operation} {result}',
    '({reason})',
    '{path}',
    'to {new_path}',
    'share {share}',
    'by {user}',
    'from {client}',
  ],
  also: (_, draft) => {
    const object = draft.objects.file as { type_id?: number } | undefined
    if (object) object.type_id = 0
  },
  ...more,
})

export const pack = definePack({
  id: 'samba-samba',
  vendor: 'Samba',
  product: 'Samba',
  names: ['full_audit', 'smbd'],
  docs: [
    'https://www.samba.org/samba/docs/current/man-html/vfs_full_audit.8.html',
    'https://wiki.samba.org/index.php/Setting_up_Audit_Logging',
  ],
  send: 'vfs objects = full_audit with full_audit:prefix = %u|%I, by syslog; and log level = 1 auth_json_audit:3 for logins.',
  marks: {
    tags: ['smbd_audit', 'smbd', 'samba'],
    keys: [
      ['Authentication.remoteAddress', 'type=Authentication'],
      ['Authorization.remoteAddress', 'type=Authorization'],
    ],
  },
  read: (text, fields) => readAudit(text) ?? (fields.program === undefined ? undefined : { message: text }),
  time: ['timestamp'],
  host: ['host'],
  kind: source => source.first('deed', 'type'),
  kinds: {
    Authentication: login('Authentication', {
      title: 'Login',
      map: {
        'Authentication.clientAccount': 'user.name',
        'Authentication.clientDomain': 'user.domain',
        'Authentication.serviceDescription': 'service.name',
        'Authentication.passwordType': 'auth_protocol',
        'Authentication.status': 'status_code',
        'Authentication.logonId': 'session.uid',
        'Authentication.eventId': 'metadata.event_code',
      },
      ends: { by: 'Authentication.status', success: OK },
      says: [
        'Authentication {Authentication.status}',
        'user {Authentication.clientDomain}\\{Authentication.clientAccount}',
        'from {Authentication.remoteAddress}',
        'workstation {Authentication.workstation}',
        'with {Authentication.passwordType}',
        'for {Authentication.serviceDescription}',
      ],
    }),
    Authorization: login('Authorization', {
      title: 'Session of a user who is logged in',
      activity: 99,
      ends: 'success',
      map: {
        'Authorization.account': 'user.name',
        'Authorization.domain': 'user.domain',
        'Authorization.sid': 'user.uid',
        'Authorization.serviceDescription': 'service.name',
        'Authorization.authType': 'auth_protocol',
        'Authorization.sessionId': 'session.uid',
      },
      says: [
        'Authorization of {Authorization.domain}\\{Authorization.account}',
        'from {Authorization.remoteAddress}',
        'for {Authorization.serviceDescription}',
      ],
    }),
    connect: file('Share connected', 99, {
      class: 'smb_activity',
      map: { user: 'actor.user', client: 'src_endpoint.ip', share: 'share', reason: 'status_detail' },
    }),
    disconnect: file('Share disconnected', 99, {
      class: 'smb_activity',
      map: { user: 'actor.user', client: 'src_endpoint.ip', share: 'share', reason: 'status_detail' },
    }),
    open: file('File opened', 14),
    close: file('File closed', 99),
    read: file('File read', 2),
    write: file('File written', 3),
    delete: file('File deleted', 4),
    rename: file('File renamed', 5),
    mkdir: file('Folder made', 99),
    change: file('Rights or attributes changed', 3),
    link: file('Link made', 99),
    look: file('File looked at', 99),
  },
  lines: [
    {
      title: 'Login (text)',
      match:
        /^\s*Auth: \[(?<service>[^[\]]{1,64}),[^[\]]{1,64}\] user \[(?<domain>[^[\]]{0,64})\]\\\[(?<name>[^[\]]{1,128})\] at \[[^[\]]{1,64}\] with \[(?<method>[^[\]]{1,32})\] status \[(?<status>NT_STATUS_\w{1,64})\](?: workstation \[(?<workstation>[^[\]]{0,64})\])? remote host \[ipv[46]:(?<client>[0-9A-Fa-f.:]{2,45}):(?<cport>\d{1,5})\]/,
      class: 'authentication',
      activity: 1,
      ends: { by: 'status', success: OK },
      map: {
        name: 'user.name',
        domain: 'user.domain',
        service: 'service.name',
        method: 'auth_protocol',
        status: 'status_code',
        client: 'src_endpoint.ip',
        cport: 'src_endpoint.port',
        workstation: 'src_endpoint.hostname',
      },
      also: (source, draft) => {
        if (draft.outcome === 'unknown' && source.text('status')) draft.end('failure')
      },
    },
  ],
  personal: {
    user: 'user',
    'Authentication.clientAccount': 'user',
    'Authentication.mappedAccount': 'user',
    'Authentication.becameAccount': 'user',
    'Authentication.workstation': 'host',
    'Authentication.remoteAddress': 'ip',
    'Authorization.account': 'user',
    'Authorization.remoteAddress': 'ip',
  },
  // A prefix without user and address, and operations on what was opened before, do not name them.
  lacks: ['actor', 'file', 'src_endpoint', 'dst_endpoint', 'user'],
})
