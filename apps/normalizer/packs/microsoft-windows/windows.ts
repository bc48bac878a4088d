import type { Content, Draft, Source } from '../../src/normalize/draft.ts'
import type { Flat } from '../../src/normalize/fields.ts'
import { severityOfWindowsLevel, severityOfWord } from '../../src/normalize/severity.ts'
import { template } from '../../src/normalize/summary.ts'
import { powershell } from '../microsoft-powershell/powershell.ts'
import { sysmon } from '../microsoft-sysmon/sysmon.ts'
import { auditOutcome, windowsSecurity } from '../microsoft-windows-security/windows-security.ts'
import { windowsSystem } from '../microsoft-windows-system/windows-system.ts'

/**
 * The content mapping for a channel, or for a provider if there is no channel. Lower case; the first name contained in
 * it wins.
 */
const ROUTES: readonly (readonly [string, Content])[] = [
  ['sysmon', sysmon],
  ['security-auditing', windowsSecurity],
  ['powershell', powershell],
  ['service control manager', windowsSystem],
  ['microsoft-windows-eventlog', windowsSystem],
]

const OTHER = template('{Channel}', '{Provider_Name}', 'event {EventID}:')

/** A Windows event: the header, then the content of its channel. */
export const windows: Content = (source, draft) => {
  const code = source.text('EventID')
  const provider = source.first('Provider_Name', 'SourceName')
  const channel = source.text('Channel')
  const product = `${provider} ${channel}`.includes('Sysmon') ? 'Sysmon' : 'Windows'
  draft
    .set('metadata.event_code', code)
    .set('metadata.log_provider', provider)
    .set('metadata.log_name', channel)
    .set('metadata.product.vendor_name', 'Microsoft')
    .set('metadata.product.name', product)
    .set('device.hostname', source.first('Computer', 'Hostname', 'ComputerName') ?? source.text('host'))
    .set('device.os.type', 'Windows')
  draft.atLeast(levelOf(source))
  const content = route(channel, provider, source.fields)
  if (!content?.(source, draft)) other(source, draft)
  source.use(
    'Message',
    'Hostname',
    'Computer',
    'SystemTime',
    'TimeCreated',
    '@timestamp',
    'EventTime',
    'SourceName',
    'EventCode',
    'LogName',
    'ComputerName',
  )
  return true
}

/** An export without channel and provider is recognized by fields that only Sysmon has. */
function route(channel: string | undefined, provider: string | undefined, fields: Flat): Content | undefined {
  if (!channel && !provider)
    return 'UtcTime' in fields || 'ProcessGuid' in fields || 'SourceProcessGUID' in fields ? sysmon : windowsSecurity
  const names = [channel?.toLowerCase() ?? '', provider?.toLowerCase() ?? '']
  if (names[0] === 'security') return windowsSecurity
  for (const name of names) for (const [part, content] of ROUTES) if (name.includes(part)) return content
  return names[0] === 'system' ? windowsSystem : undefined
}

function levelOf(source: Source): number {
  const level = source.take('Level')
  // NXLog's scale: 1 debug ... 5 critical.
  const shipped = source.take('SeverityValue')
  if (level === undefined && typeof shipped === 'number') return shipped >= 3 && shipped <= 5 ? shipped : 1
  const number = typeof level === 'number' ? level : /^\d$/.test(String(level)) ? Number(level) : undefined
  return number === undefined ? (severityOfWord(level) ?? 1) : severityOfWindowsLevel(number)
}

/** An event without a table: its users and processes, with its message or data as the summary. */
function other(source: Source, draft: Draft): void {
  draft.end(auditOutcome(source))
  draft
    .set('actor.user.name', source.text('SubjectUserName'))
    .set('actor.user.domain', source.text('SubjectDomainName'))
    .set('user.name', source.text('TargetUserName'))
    .set('user.domain', source.text('TargetDomainName'))
    .set('process.file.path', source.first('Image', 'ProcessName', 'Process_Name'))
    .set('src_endpoint.ip', source.first('IpAddress', 'SourceAddress', 'SourceIp'))
  const message = source.text('Message')
  if (message) draft.summary = `${OTHER(source.fields)} ${message.replace(/\s+/g, ' ')}`
}
