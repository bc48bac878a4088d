import { type Draft, definePack, type Kind, type Seen, type Source } from '../../src/packs/kit.ts'

const login = (title: string, activity: number, ends?: Kind['ends']): Kind => ({
  title,
  class: 'authentication',
  activity,
  ends,
  map: { 'data.username': 'user', suser: 'user', 'data.ipAddress': 'src_endpoint.ip' },
  facts: { 'service.name': 'SentinelOne' },
})
const account = (title: string, activity: number): Kind => ({
  title,
  class: 'account_change',
  activity,
  ends: 'success',
  severity: 2,
  map: { 'data.username': 'user', 'data.byUser': 'actor.user', 'data.ipAddress': 'src_endpoint.ip' },
})

/** Only the length of a hash tells what it is. */
function hashOf(source: Source, draft: Draft): void {
  const hash = source.first('data.fileContentHash', 'fileHash')
  const name = hash && { 32: 'MD5', 40: 'SHA1', 64: 'SHA256' }[hash.length]
  if (name) draft.set('file.hashes', `${name}=${hash}`)
}
const threat = (title: string, activity: number, severity: number, ends?: Kind['ends']): Kind => ({
  title,
  class: 'detection_finding',
  activity,
  ends,
  severity,
  map: {
    primaryDescription: 'finding_info.title',
    name: 'finding_info.title',
    threatId: 'finding_info.uid',
    id: 'finding_info.uid',
    activityID: 'finding_info.uid',
    'data.filePath': 'file.path',
    filePath: 'file.path',
    'data.computerName': 'device.hostname',
  },
  also: hashOf,
})
const note = (title: string): Kind => ({
  title,
  class: 'base_event',
  activity: 99,
  map: { 'data.computerName': 'device.hostname' },
})

function kind(source: Source): string | undefined {
  if (source.text('threatInfo.threatId') !== undefined) return 'threat'
  const type = source.first('activityType', 'deviceEventClassId')
  // The account must be named, or it is no login.
  if (/^(?:27|33|133)$/.test(type ?? '')) return source.first('data.username', 'suser') ? type : undefined
  return /^2[345]$/.test(type ?? '') && source.text('data.username') === undefined ? undefined : type
}

export const pack = definePack({
  id: 'sentinelone-singularity',
  vendor: 'SentinelOne',
  product: 'Singularity',
  names: ['SentinelOne', 'Mgmt', 'Endpoint Protection'],
  docs: [
    'https://docs.rapid7.com/insightidr/sentinelone/',
    'https://www.elastic.co/docs/reference/integrations/sentinel_one',
  ],
  send: 'Syslog with format CEF (version 0), or threats and activities of the management API as JSON.',
  marks: {
    cef: ['SentinelOne|Mgmt'],
    keys: [
      ['threatInfo', 'agentRealtimeInfo'],
      ['agentDetectionInfo', 'threatInfo'],
      ['activityType', 'primaryDescription', 'createdAt'],
    ],
  },
  // CEF2 has another header.
  confirms: ({ fields }: Seen) => String(fields.cefVersion ?? '0') !== '2',
  time: ['threatInfo.identifiedAt', 'threatInfo.createdAt', 'createdAt', 'rt'],
  kind,
  map: { activityType: 'metadata.event_code', agentId: 'device.uid' },
  kinds: {
    threat: {
      title: 'Threat',
      class: 'detection_finding',
      activity: { by: 'threatInfo.incidentStatus', words: { unresolved: 1, in_progress: 2, resolved: 3 }, else: 1 },
      severity: { by: 'threatInfo.confidenceLevel', words: { malicious: 4, suspicious: 3 }, else: 2 },
      map: {
        'threatInfo.threatName': 'finding_info.title',
        'threatInfo.threatId': 'finding_info.uid',
        'threatInfo.classification': 'finding_info.types',
        'threatInfo.filePath': 'file.path',
        'threatInfo.processUser': 'actor.user',
        'threatInfo.maliciousProcessArguments': 'process.cmd_line',
        'agentRealtimeInfo.agentComputerName': 'device.hostname',
        'agentRealtimeInfo.agentDomain': 'device.domain',
        'agentRealtimeInfo.agentId': 'device.uid',
        'agentRealtimeInfo.agentOsName': 'device.os.name',
        'agentDetectionInfo.agentIpV4': 'device.ip',
      },
      says: [
        'Threat {threatInfo.threatName}',
        '({threatInfo.classification}, {threatInfo.confidenceLevel})',
        '{threatInfo.filePath}',
        'of {threatInfo.processUser}',
        'on {agentRealtimeInfo.agentComputerName}',
        '{threatInfo.mitigationStatus}',
      ],
      also: (source, draft) => {
        const hashes = (['sha256', 'sha1', 'md5'] as const)
          .map(name => [name.toUpperCase(), source.text(`threatInfo.${name}`)] as const)
          .filter(([, value]) => value !== undefined)
        draft.set('file.hashes', hashes.map(pair => pair.join('=')).join(','))
        const types = source.text('threatInfo.classification')
        const finding = draft.objects.finding_info as { types?: unknown }
        if (types) finding.types = [types]
        // The list of addresses is one text.
        const address = source.text('agentDetectionInfo.agentIpV4')?.split(',', 1)[0]?.trim()
        const device = draft.objects.device as { ip?: unknown; hostname?: unknown } | undefined
        if (address && device && device.ip === undefined) draft.set('device.ip', address)
        if (source.text('threatInfo.mitigationStatus') === 'mitigated') draft.refuse()
      },
    },
    '19': threat('New active threat', 1, 4),
    '4003': threat('New suspicious threat', 1, 3),
    '2001': threat('Process of a threat ended', 2, 3, 'success'),
    '2004': threat('Threat quarantined', 2, 3, 'success'),
    '2009': threat('Quarantine fails', 2, 4, 'failure'),
    '3608': threat('Alert of a custom rule', 1, 3),
    '21': threat('Threat resolved', 3, 1),
    '27': login('Login to the console', 1, 'success'),
    '33': login('Logout of the console', 2, 'success'),
    '133': login('Login to the console fails', 1, 'failure'),
    '23': account('Console user added', 1),
    '25': account('Console user deleted', 6),
    '90': note('Full disk scan starts'),
    '91': note('Full disk scan stopped'),
    '92': note('Full disk scan finished'),
  },
  personal: {
    'data.username': 'user',
    'data.byUser': 'user',
    'data.computerName': 'host',
    suser: 'user',
    'agentRealtimeInfo.agentComputerName': 'host',
    'threatInfo.processUser': 'user',
  },
  says: ['{name}', '{primaryDescription}', '{secondaryDescription}'],
  // Changes made by the system name nobody.
  lacks: ['actor'],
})
