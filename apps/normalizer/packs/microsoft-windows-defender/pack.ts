import type { Draft, Kind, Source } from '../../src/packs/kit.ts'
import { channelPack } from '../microsoft-windows/channel.ts'

/** `file:_C:\a.exe; webfile:_…`: the first of them that is a file. A name may hold `;`, but no colon. */
function fileOf(source: Source, draft: Draft): void {
  const path = /(?:^|; ?)(?:container)?file:_((?:(?!; ?[a-z]{2,20}:_)[^\n]){3,1024})/.exec(
    (source.text('Path') ?? '').slice(0, 4096),
  )
  draft.set('file.path', path?.[1]?.replace(/->.*$/, '').trim())
}

const threat = (title: string, activity: number, ends?: Kind['ends']): Kind => ({
  title,
  class: 'detection_finding',
  activity,
  ends,
  severity: {
    by: 'SeverityName',
    words: { low: 2, moderate: 3, medium: 3, high: 4, severe: 5 },
    else: 3,
  },
  map: {
    ThreatName: 'finding_info.title',
    DetectionID: 'finding_info.uid',
    FWLink: 'finding_info.src_url',
    DetectionUser: 'actor.user',
    ErrorCode: 'status_code',
    ErrorDescription: 'status_detail',
  },
  says: [
    title,
    '{ThreatName}',
    '({CategoryName}, {SeverityName})',
    '{Path}',
    'by {ProcessName}',
    'action {ActionName}',
  ],
  also: (source, draft) => {
    fileOf(source, draft)
    const process = source.text('ProcessName')
    if (process !== 'Unknown') draft.set('process.file.path', process)
  },
})

/** A rule of attack surface reduction, controlled folders or network protection meets a program. */
const rule = (title: string, ends?: Kind['ends']): Kind => ({
  title,
  class: 'detection_finding',
  activity: 1,
  ends,
  severity: 3,
  map: { DetectionID: 'finding_info.uid', ID: 'finding_info.uid', User: 'actor.user' },
  facts: { 'finding_info.title': title },
  says: [title, '{Path}', '{Destination}', 'by {ProcessName}', 'rule {ID}'],
  also: (source, draft) => {
    const process = source.text('ProcessName')
    if (process !== 'Unknown') draft.set('process.file.path', process)
    const path = source.text('Path')
    if (path && /^(?:[A-Za-z]:\\|\\)/.test(path)) draft.set('file.path', path)
  },
})

const setting = (title: string, severity: number): Kind => ({
  title,
  class: 'device_config_state_change',
  activity: 1,
  severity,
  says: [title, '{OldValue} -> {NewValue}', '{FeatureName}'],
})
const event = (title: string, ends?: Kind['ends']): Kind => ({
  title,
  class: 'base_event',
  activity: 99,
  ends,
  map: { ErrorCode: 'status_code', ErrorDescription: 'status_detail' },
  says: [title, '{ScanType}', '{CurrentsecurityintelligenceVersion}', '{ErrorDescription}'],
})

export const pack = channelPack({
  id: 'microsoft-windows-defender',
  product: 'Defender Antivirus',
  names: ['Windows Defender', 'Microsoft Defender Antivirus'],
  docs: ['https://learn.microsoft.com/en-us/defender-endpoint/troubleshoot-microsoft-defender-antivirus'],
  channels: ['Microsoft-Windows-Windows Defender/Operational', 'Microsoft-Windows-Windows Defender'],
  kinds: {
    '1006': threat('Malware found', 1),
    '1007': threat('Action against malware', 2, 'success'),
    '1008': threat('Action against malware fails', 2, 'failure'),
    '1015': threat('Suspicious behaviour', 1),
    '1116': threat('Malware found', 1),
    '1117': threat('Action against malware', 2, 'success'),
    '1118': threat('Action against malware fails', 2, 'failure'),
    '1119': threat('Action against malware fails', 2, 'failure'),
    '1121': rule('Attack surface rule blocks', 'refused'),
    '1122': rule('Attack surface rule would block'),
    '1123': rule('Controlled folder access blocks', 'refused'),
    '1124': rule('Controlled folder access would block'),
    '1125': rule('Network protection would block'),
    '1126': rule('Network protection blocks', 'refused'),
    '5001': setting('Real-time protection turned off', 4),
    '5004': setting('Real-time protection changed', 2),
    '5007': setting('Defender settings changed', 2),
    '5010': setting('Scan for malware turned off', 4),
    '5012': setting('Scan for viruses turned off', 4),
    '1000': event('Scan starts'),
    '1001': event('Scan finished', 'success'),
    '1002': event('Scan stopped'),
    '1005': event('Scan fails', 'failure'),
    '2000': event('Signatures updated', 'success'),
    '2001': event('Update of signatures fails', 'failure'),
  },
  personal: { DetectionUser: 'user', User: 'user' },
})
