import { definePack } from '../../src/packs/kit.ts'
import { KINDS } from './kinds.ts'

export const pack = definePack({
  id: 'crowdstrike-fdr',
  vendor: 'CrowdStrike',
  product: 'Falcon Data Replicator',
  names: ['FDR', 'Falcon FDR'],
  docs: [
    'https://docs.panther.com/data-onboarding/supported-logs/crowdstrike/falcon-data-replicator',
    'https://www.crowdstrike.com/en-us/resources/data-sheets/falcon-data-replicator/',
  ],
  send: 'Falcon Data Replicator (S3 and SQS), one JSON object a line.',
  marks: {
    keys: [
      ['event_simpleName', 'aid'],
      ['event_simpleName', 'cid'],
    ],
  },
  // The time of the sensor; the other one is when the cloud received it.
  time: ['ContextTimeStamp', 'timestamp'],
  kind: 'event_simpleName',
  map: {
    event_simpleName: 'metadata.event_code',
    id: 'metadata.uid',
    aid: 'device.uid',
    ComputerName: 'device.hostname',
  },
  kinds: KINDS,
  personal: {
    UserName: 'user',
    UserPrincipal: 'email',
    UserSid: 'sid',
    FileOperatorSid: 'sid',
    ComputerName: 'host',
    ClientComputerName: 'host',
    LogonServer: 'host',
    aip: 'ip',
    LocalAddressIP4: 'ip',
    RemoteAddressIP4: 'ip',
    LocalAddressIP6: 'ip',
    RemoteAddressIP6: 'ip',
  },
  // Most events name the process by its number only, and its user by none.
  lacks: ['actor', 'dst_endpoint', 'src_endpoint'],
})
