import { type Draft, definePack, type Kind, type Source } from '../../src/packs/kit.ts'

const WHO = { 'columns.username': 'actor.user.name' } as const
const UUID = /^[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}$/
const UNSET = '4294967295'

/** The identifier may be the name of the host or a number of it. */
function host(source: Source, draft: Draft): void {
  const id = source.text('hostIdentifier')
  draft.set('device.hostname', source.text('decorations.hostname'))
  draft.set('device.uid', source.text('decorations.host_uuid'))
  if (id) draft.set(UUID.test(id) ? 'device.uid' : 'device.hostname', id)
  // The name is joined by uid; the number of the login only counts where there is no other.
  const user = source.text('columns.uid') ?? source.text('columns.auid')
  if (source.text('name')?.endsWith('_events') && user !== UNSET && user !== '-1') draft.set('actor.user.uid', user)
}

const STATE: Kind = {
  title: 'Result of a query',
  class: 'config_state',
  activity: 2,
  also: host,
}

/** Which end asked, by what the process did with its socket. */
function socket(source: Source, draft: Draft): void {
  host(source, draft)
  const ends = [
    [source.text('columns.local_address'), source.text('columns.local_port')],
    [source.text('columns.remote_address'), source.text('columns.remote_port')],
  ] as const
  const [src, dst] = source.text('columns.action') === 'accept' ? [ends[1], ends[0]] : ends
  for (const [path, [ip, port]] of [
    ['src_endpoint', src],
    ['dst_endpoint', dst],
  ] as const) {
    if (ip && ip !== '0.0.0.0' && ip !== '::') draft.set(`${path}.ip`, ip)
    draft.set(`${path}.port`, port)
  }
}

/** Tables of events, and a column that each of them has. Queries are named by people, most of them after the table. */
const EVENTS: readonly (readonly [RegExp, string, string])[] = [
  [/(?:^|[_/-])(?:bpf_|es_)?process_events$/, 'columns.path', 'process'],
  [/(?:^|[_/-])(?:bpf_)?socket_events$/, 'columns.remote_address', 'socket'],
  [/(?:^|[_/-])(?:ntfs_journal|process_file|file)_events$/, 'columns.target_path', 'file'],
]

function kind(source: Source): string {
  if (source.text('message') !== undefined && source.text('severity') !== undefined) return 'status'
  const name = (source.text('name') ?? '').slice(-128)
  if (source.text('action') !== 'added') return 'state'
  for (const [pattern, column, event] of EVENTS) {
    if (pattern.test(name) && source.text(column) !== undefined) return event
  }
  return 'state'
}

export const pack = definePack({
  id: 'osquery-osquery',
  vendor: 'osquery',
  product: 'osquery',
  names: ['osqueryd', 'Fleet'],
  docs: ['https://osquery.readthedocs.io/en/stable/deployment/logging/', 'https://osquery.io/schema/current/'],
  send: 'osqueryd.results.log and osqueryd.snapshots.log by a shipper, or logger_plugin tls, syslog, aws_kinesis.',
  marks: {
    tags: ['osqueryd'],
    keys: [
      ['hostIdentifier', 'unixTime', 'columns'],
      ['hostIdentifier', 'unixTime', 'snapshot'],
      ['hostIdentifier', 'unixTime', 'diffResults'],
      ['hostIdentifier', 'unixTime', 'filename', 'message'],
    ],
  },
  time: ['unixTime', 'calendarTime'],
  kind,
  kinds: {
    process: {
      title: 'Process started',
      class: 'process_activity',
      activity: 1,
      map: {
        ...WHO,
        'columns.path': 'process.file.path',
        'columns.cmdline': 'process.cmd_line',
        'columns.pid': 'process.pid',
        'columns.parent': 'process.parent_process.pid',
        'columns.cwd': 'process.working_directory',
      },
      says: ['Process started {columns.cmdline}', '({columns.path})', 'by {columns.username}', 'query {name}'],
      also: host,
    },
    socket: {
      title: 'Socket opened',
      class: 'network_activity',
      activity: { by: 'columns.action', words: { connect: 1, accept: 1, listen: 7 }, else: 99 },
      ends: { by: 'columns.status', success: ['succeeded', 'success'], failure: ['failed'] },
      map: { ...WHO, 'columns.path': 'process.file.path', 'columns.pid': 'process.pid' },
      says: [
        '{columns.action}',
        'local {columns.local_address} port {columns.local_port}',
        'remote {columns.remote_address} port {columns.remote_port}',
        'by {columns.path}',
      ],
      also: socket,
    },
    file: {
      title: 'File changed',
      class: 'file_activity',
      activity: {
        by: 'columns.action',
        words: { created: 1, updated: 3, deleted: 4, attributes_modified: 6, moved_from: 5, moved_to: 5 },
        else: 99,
      },
      map: { ...WHO, 'columns.target_path': 'file.path', 'columns.size': 'file.size' },
      says: ['{columns.action} {columns.target_path}', 'query {name}'],
      also: (source, draft) => {
        host(source, draft)
        const hashes = (['sha256', 'sha1', 'md5'] as const)
          .map(name => [name.toUpperCase(), source.text(`columns.${name}`)] as const)
          .filter(([, value]) => value !== undefined)
        draft.set('file.hashes', hashes.map(pair => pair.join('=')).join(','))
      },
    },
    state: STATE,
    status: {
      title: 'Message of osquery itself',
      class: 'base_event',
      activity: 99,
      severity: { by: 'severity', words: { '1': 3, '2': 4, '3': 5 }, else: 1 },
      says: ['{message}'],
      also: host,
    },
  },
  personal: {
    hostIdentifier: 'host',
    'decorations.hostname': 'host',
    'decorations.username': 'user',
    'columns.username': 'user',
    'columns.user': 'user',
    'columns.hostname': 'host',
  },
  // The table of file events names nobody, and the identifier of the host may be blank.
  lacks: ['actor', 'device'],
})
