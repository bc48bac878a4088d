import { definePack, type Kind } from '../../src/packs/kit.ts'

const SEVERITY = { by: 'severity', words: { low: 2, medium: 3, high: 4, critical: 5 }, else: 1 } as const
const threat = (title: string, activity: number, ends?: Kind['ends']): Kind => ({
  title,
  class: 'detection_finding',
  activity,
  ends,
  severity: SEVERITY,
  map: { threat: 'finding_info.title', name: 'finding_info.title', id: 'finding_info.uid' },
})
const note = (title: string, ends?: Kind['ends']): Kind => ({ title, class: 'base_event', activity: 99, ends })

export const pack = definePack({
  id: 'sophos-central',
  vendor: 'Sophos',
  product: 'Sophos Central',
  names: ['Central', 'Intercept X'],
  docs: ['https://developer.sophos.com/docs/siem-v1/1/overview'],
  send: 'The SIEM API (events), or the SIEM integration script with JSON output.',
  marks: { keys: [['customer_id', 'endpoint_id', 'type', 'when']] },
  time: ['when', 'created_at'],
  kind: 'type',
  map: {
    type: 'metadata.event_code',
    id: 'metadata.uid',
    location: 'device.hostname',
    endpoint_id: 'device.uid',
    'source_info.ip': 'device.ip',
  },
  says: ['{name}', 'on {location}'],
  kinds: {
    'Event::Endpoint::Threat::Detected': threat('Malware found', 1),
    'Event::Endpoint::Threat::PuaDetected': threat('Unwanted application found', 1),
    'Event::Endpoint::Threat::HIPSDetected': threat('Suspicious behaviour', 1),
    'Event::Endpoint::Threat::CleanedUp': threat('Malware removed', 2, 'success'),
    'Event::Endpoint::Threat::CleanupFailed': threat('Malware not removed', 2, 'failure'),
    'Event::Endpoint::UpdateSuccess': note('Update', 'success'),
    'Event::Endpoint::UpdateFailure': note('Update fails', 'failure'),
    'Event::Endpoint::Registered': note('Endpoint registered'),
  },
  personal: { location: 'host', source: 'user' },
})
