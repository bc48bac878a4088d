import { applyMapping, type Content, type Draft, type Mapping, type Source } from '../../src/normalize/draft.ts'
import type { ClassName } from '../../src/normalize/ocsf-classes.ts'
import { type Sentence, template } from '../../src/normalize/summary.ts'

/** One Sysmon event type: its class and activity, where its fields go, and what the summary says. */
interface Entry {
  readonly is: readonly [ClassName, number]
  readonly map: Mapping
  /** The summary. `{Field}` is replaced by the field's value; a part whose fields are all blank is left out. */
  readonly says: Sentence
  readonly also?: (source: Source, draft: Draft) => void
}

/** The acting process, in most event types. */
const PROCESS: Mapping = {
  Image: 'process.file.path',
  ProcessId: 'process.pid',
  ProcessGuid: 'process.uid',
  User: 'actor.user',
}
const FILE: Mapping = { ...PROCESS, TargetFilename: 'file.path', Hashes: 'file.hashes' }
const REGISTRY_SAYS = template(
  '{EventType} {TargetObject}',
  '= {Details}',
  'renamed to {NewName}',
  'by {Image}',
  'of {User}',
)
/** OpenProcess and CreateRemoteThread: the target is the process, the source is the actor. */
const INTO: Mapping = {
  TargetImage: 'process.file.path',
  TargetProcessId: 'process.pid',
  TargetProcessGUID: 'process.uid',
  TargetProcessGuid: 'process.uid',
  TargetUser: 'process.user',
  SourceImage: 'actor.process.file.path',
  SourceProcessId: 'actor.process.pid',
  SourceProcessGUID: 'actor.process.uid',
  SourceProcessGuid: 'actor.process.uid',
  SourceThreadId: 'actor.process.tid',
  SourceUser: 'actor.user',
}
const PIPE: Mapping = { ...PROCESS, PipeName: 'file.path' }
const WMI: Mapping = { User: 'actor.user', Name: 'file.name' }

const ENTRIES: Readonly<Record<number, Entry>> = {
  1: {
    is: ['process_activity', 1],
    map: {
      ...PROCESS,
      CommandLine: 'process.cmd_line',
      CurrentDirectory: 'process.working_directory',
      IntegrityLevel: 'process.integrity',
      Hashes: 'process.file.hashes',
      OriginalFileName: 'process.file.internal_name',
      Company: 'process.file.company_name',
      Product: 'process.file.product.name',
      FileVersion: 'process.file.version',
      Description: 'process.file.desc',
      ParentImage: 'process.parent_process.file.path',
      ParentProcessId: 'process.parent_process.pid',
      ParentProcessGuid: 'process.parent_process.uid',
      ParentCommandLine: 'process.parent_process.cmd_line',
      ParentUser: 'process.parent_process.user',
      LogonId: 'actor.session.uid',
    },
    says: template(
      'Process started: {CommandLine}',
      '({Image})',
      'original name {OriginalFileName}',
      'by {User}',
      'parent {ParentCommandLine} ({ParentImage})',
    ),
  },
  2: {
    is: ['file_activity', 6],
    map: FILE,
    says: template('File creation time changed: {TargetFilename}', 'by {Image}', 'of {User}'),
  },
  3: {
    is: ['network_activity', 1],
    map: {
      ...PROCESS,
      SourceIp: 'src_endpoint.ip',
      SourcePort: 'src_endpoint.port',
      SourceHostname: 'src_endpoint.hostname',
      DestinationIp: 'dst_endpoint.ip',
      DestinationPort: 'dst_endpoint.port',
      DestinationHostname: 'dst_endpoint.hostname',
      Protocol: 'connection_info.protocol_name',
    },
    says: template(
      'Network connection {Protocol}',
      'from {SourceIp}:{SourcePort}',
      'to {DestinationIp}:{DestinationPort}',
      '{DestinationHostname}',
      'by {Image}',
      'of {User}',
    ),
    also: (source, draft) => {
      const initiated = source.text('Initiated')?.toLowerCase()
      if (initiated) draft.set('connection_info.direction', initiated === 'true' ? 'Outbound' : 'Inbound')
    },
  },
  5: { is: ['process_activity', 2], map: PROCESS, says: template('Process ended: {Image}', 'of {User}') },
  6: {
    is: ['kernel_extension_activity', 1],
    map: {
      ImageLoaded: 'driver.file.path',
      Hashes: 'driver.file.hashes',
      Signature: 'driver.file.signature.certificate.subject',
    },
    says: template('Driver loaded: {ImageLoaded}', 'signed by {Signature} ({SignatureStatus})'),
  },
  7: {
    is: ['module_activity', 1],
    map: {
      ...PROCESS,
      ImageLoaded: 'module.file.path',
      Hashes: 'module.file.hashes',
      OriginalFileName: 'module.file.internal_name',
      Company: 'module.file.company_name',
      Product: 'module.file.product.name',
      FileVersion: 'module.file.version',
      Description: 'module.file.desc',
      Signature: 'module.file.signature.certificate.subject',
      SignatureStatus: 'module.file.signature.state',
    },
    says: template(
      'Image loaded: {ImageLoaded}',
      'original name {OriginalFileName}',
      'signed by {Signature} ({SignatureStatus})',
      'into {Image}',
      'of {User}',
    ),
  },
  8: {
    is: ['process_activity', 4],
    map: INTO,
    says: template(
      'Remote thread created in {TargetImage}',
      'by {SourceImage}',
      'start {StartModule} {StartFunction}',
      'of {SourceUser}',
    ),
  },
  9: {
    is: ['file_activity', 2],
    map: { ...PROCESS, Device: 'file.path' },
    says: template('Raw read of {Device}', 'by {Image}'),
  },
  10: {
    is: ['process_activity', 3],
    map: { ...INTO, GrantedAccess: 'actual_permissions' },
    says: template('Process accessed: {TargetImage}', 'by {SourceImage}', 'access {GrantedAccess}', 'of {SourceUser}'),
    also: (_source, draft) => {
      const access = draft.objects.actual_permissions
      if (typeof access === 'string' && /^0x[0-9a-fA-F]{1,8}$/.test(access))
        draft.objects.actual_permissions = Number(access)
      else delete draft.objects.actual_permissions
    },
  },
  11: {
    is: ['file_activity', 1],
    map: FILE,
    says: template('File created: {TargetFilename}', 'by {Image}', 'of {User}'),
  },
  12: {
    is: ['registry_key_activity', 1],
    map: { ...PROCESS, TargetObject: 'reg_key.path' },
    says: REGISTRY_SAYS,
    also: (source, draft) => {
      const type = source.text('EventType') ?? ''
      if (/Value$/i.test(type)) {
        draft.is('registry_value_activity', /^Delete/i.test(type) ? 4 : 2)
        nameValue(draft)
      } else if (/^Delete/i.test(type)) draft.is('registry_key_activity', 4)
    },
  },
  13: {
    is: ['registry_value_activity', 2],
    map: { ...PROCESS, TargetObject: 'reg_key.path', Details: 'reg_value.data' },
    says: REGISTRY_SAYS,
    also: (source, draft) => {
      source.text('EventType')
      nameValue(draft)
    },
  },
  14: {
    is: ['registry_key_activity', 5],
    map: { ...PROCESS, TargetObject: 'prev_reg_key.path', NewName: 'reg_key.path' },
    says: REGISTRY_SAYS,
    also: source => source.use('EventType'),
  },
  15: {
    is: ['file_activity', 1],
    map: { ...FILE, Hash: 'file.hashes' },
    says: template('File stream created: {TargetFilename}', '{Contents}', 'by {Image}'),
  },
  17: {
    is: ['file_activity', 1],
    map: PIPE,
    says: template('Named pipe created: {PipeName}', 'by {Image}', 'of {User}'),
  },
  18: {
    is: ['file_activity', 14],
    map: PIPE,
    says: template('Named pipe connected: {PipeName}', 'by {Image}', 'of {User}'),
  },
  19: { is: ['base_event', 0], map: WMI, says: template('WMI filter {Operation}: {Name}', '{Query}', 'of {User}') },
  20: {
    is: ['base_event', 0],
    map: WMI,
    says: template('WMI consumer {Operation}: {Name}', '{Destination}', 'of {User}'),
  },
  21: {
    is: ['base_event', 0],
    map: WMI,
    says: template('WMI binding {Operation}: {Consumer}', '{Filter}', 'of {User}'),
  },
  22: {
    is: ['dns_activity', 1],
    map: { ...PROCESS, QueryName: 'query.hostname' },
    says: template(
      'DNS query {QueryName}',
      'answers {QueryResults}',
      'status {QueryStatus}',
      'by {Image}',
      'of {User}',
    ),
    also: (source, draft) => {
      const status = source.text('QueryStatus')
      if (status !== undefined) draft.end(status === '0' ? 'success' : 'failure').set('status_code', status)
    },
  },
  23: {
    is: ['file_activity', 4],
    map: FILE,
    says: template('File deleted: {TargetFilename}', 'by {Image}', 'of {User}'),
  },
  24: { is: ['base_event', 0], map: PROCESS, says: template('Clipboard changed', 'by {Image}', 'of {User}') },
  25: {
    is: ['process_activity', 4],
    map: PROCESS,
    says: template('Process tampering ({Type}): {Image}', 'of {User}'),
    also: (_s, d) => void d.atLeast(4),
  },
  26: {
    is: ['file_activity', 4],
    map: FILE,
    says: template('File deleted: {TargetFilename}', 'by {Image}', 'of {User}'),
  },
  27: {
    is: ['file_activity', 1],
    map: FILE,
    says: template('Executable blocked: {TargetFilename}', 'by {Image}', 'of {User}'),
    also: (_s, d) => void d.refuse(),
  },
  28: {
    is: ['file_activity', 4],
    map: FILE,
    says: template('Shredding blocked: {TargetFilename}', 'by {Image}', 'of {User}'),
    also: (_s, d) => void d.refuse(),
  },
  29: {
    is: ['file_activity', 1],
    map: FILE,
    says: template('Executable file detected: {TargetFilename}', 'by {Image}', 'of {User}'),
  },
}

/** In a registry value event, the value's name is the last part of the path. */
function nameValue(draft: Draft): void {
  const key = draft.objects.reg_key as { path?: string } | undefined
  const path = key?.path
  const slash = path?.lastIndexOf('\\') ?? -1
  if (!path || slash < 1) return
  draft.set('reg_value.name', path.slice(slash + 1) || '(Default)')
  draft.set('reg_value.path', path)
}

/** Microsoft Sysmon, channel `Microsoft-Windows-Sysmon/Operational`. */
export const sysmon: Content = (source, draft) => {
  const id = source.take('EventID')
  const entry = typeof id === 'number' ? ENTRIES[id] : undefined
  if (!entry) return false
  draft.is(...entry.is).end('success')
  applyMapping(source, draft, entry.map)
  entry.also?.(source, draft)
  draft.summary = entry.says(source.fields)
  source.use('UtcTime')
  return true
}
