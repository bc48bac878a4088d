import { definePack, type Kind, type Pack } from '../../src/packs/kit.ts'

const LEVELS = {
  by: 'Level',
  words: { '1': 5, '2': 4, '3': 3, critical: 5, error: 4, warning: 3 },
  else: 1,
} as const

/** What every Windows event says of itself. */
const HEADER = {
  EventID: 'metadata.event_code',
  EventRecordID: 'metadata.uid',
  Provider_Name: 'metadata.log_provider',
  Channel: 'metadata.log_name',
  Computer: 'device.hostname',
} as const

/** An event of the channel that the tables do not name: who it is about, by the names that Windows always uses. */
const OTHER: Kind = {
  title: 'Another event of the channel',
  class: 'base_event',
  activity: 0,
  severity: LEVELS,
  map: {
    SubjectUserName: 'actor.user.name',
    SubjectDomainName: 'actor.user.domain',
    Image: 'process.file.path',
    ProcessName: 'process.file.path',
  },
}

interface Channel extends Pick<Pack, 'id' | 'product' | 'names' | 'docs' | 'personal' | 'lacks'> {
  readonly channels: readonly string[]
  readonly kinds: Readonly<Record<string, Kind>>
  /** Field that tells kinds of the same event id apart. */
  readonly and?: string
}

/** A pack of a Windows channel that is told by tables: kinds by event id, the header as everywhere. */
export function channelPack({ channels, kinds, and, personal, ...pack }: Channel): Pack {
  const entries = Object.entries(kinds).map(
    ([id, kind]) => [id, { severity: LEVELS, ...kind, facts: { ...kind.facts, 'device.os.type': 'Windows' } }] as const,
  )
  return definePack({
    ...pack,
    vendor: 'Microsoft',
    send: 'Windows Event Forwarding, Winlogbeat, NXLog, Wazuh or EVTX as JSON or XML.',
    marks: { channels },
    kind: and === undefined ? 'EventID' : ['EventID', and],
    map: HEADER,
    kinds: Object.fromEntries(entries),
    other: { ...OTHER, facts: { 'device.os.type': 'Windows' } },
    personal: { Computer: 'host', ...personal },
  })
}
