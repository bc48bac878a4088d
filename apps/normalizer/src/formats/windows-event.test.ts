import { describe, expect, it } from '@jest/globals'
import { normalizeRaw } from '../normalize/testing/normalize-raw.ts'

const DATA = {
  TargetUserName: 'bob',
  TargetDomainName: 'CORP',
  LogonType: '3',
  IpAddress: '203.0.113.9',
  IpPort: '50123',
}
const LIST = Object.entries(DATA)

const xml = (data: string) => `<?xml version="1.0"?>
<Event xmlns='http://schemas.microsoft.com/win/2004/08/events/event'><System><Provider Name='Microsoft-Windows-Security-Auditing' Guid='{5}'/>
<EventID Qualifiers="0">4625</EventID><Level>0</Level><Keywords>0x8010000000000000</Keywords><TimeCreated SystemTime='2026-11-21T09:29:58.1234567Z'/>
<EventRecordID>7</EventRecordID><Execution ProcessID='4' ThreadID='8'/><Channel>Security</Channel><Computer>DC1</Computer><Security/></System>${data}</Event>`

const SHAPES: readonly (readonly [string, string | object])[] = [
  [
    'flat',
    {
      EventID: 4625,
      Channel: 'Security',
      'Source Name': 'Microsoft-Windows-Security-Auditing',
      Hostname: 'DC1',
      TimeCreated: '2026-11-21T09:29:58.123Z',
      ...DATA,
    },
  ],
  [
    'flat with text ids',
    { EventID: '4625', Channel: 'Security', Computer: 'DC1', '@timestamp': '2026-11-21T09:29:58.123Z', ...DATA },
  ],
  [
    'evtx with #attributes',
    {
      Event: {
        System: {
          Provider: { '#attributes': { Name: 'Microsoft-Windows-Security-Auditing' } },
          EventID: 4625,
          Channel: 'Security',
          Computer: 'DC1',
          TimeCreated: { '#attributes': { SystemTime: '2026-11-21T09:29:58.123Z' } },
        },
        EventData: DATA,
      },
    },
  ],
  [
    'evtx with @Name lists',
    {
      Event: {
        System: {
          Provider: { '@Name': 'Microsoft-Windows-Security-Auditing' },
          EventID: { '#text': '4625', '@Qualifiers': '0' },
          Channel: 'Security',
          Computer: 'DC1',
          TimeCreated: { '@SystemTime': '2026-11-21T09:29:58.123Z' },
        },
        EventData: { Data: LIST.map(([name, text]) => ({ '@Name': name, '#text': text })) },
      },
    },
  ],
  [
    'evtx with Name and text',
    {
      Event: {
        System: {
          Provider: { Name: 'Microsoft-Windows-Security-Auditing' },
          EventID: 4625,
          Channel: 'Security',
          Computer: 'DC1',
          TimeCreated: { SystemTime: '2026-11-21T09:29:58.123Z' },
        },
        EventData: { Data: LIST.map(([name, text]) => ({ Name: name, '#text': text })) },
      },
    },
  ],
  [
    'winlogbeat',
    {
      '@timestamp': '2026-11-21T09:29:58.123Z',
      message: 'An account failed to log on.',
      winlog: {
        event_id: 4625,
        channel: 'Security',
        provider_name: 'Microsoft-Windows-Security-Auditing',
        computer_name: 'DC1',
        event_data: DATA,
      },
      event: { code: '4625' },
    },
  ],
  [
    'winlogbeat with dotted names',
    {
      '@timestamp': '2026-11-21T09:29:58.123Z',
      'winlog.event_id': 4625,
      'winlog.channel': 'Security',
      'winlog.computer_name': 'DC1',
      ...Object.fromEntries(LIST.map(([k, v]) => [`winlog.event_data.${k}`, v])),
    },
  ],
  [
    'win.system',
    {
      win: {
        system: {
          eventID: '4625',
          channel: 'Security',
          computer: 'DC1',
          providerName: 'Microsoft-Windows-Security-Auditing',
          systemTime: '2026-11-21T09:29:58.1230000Z',
        },
        eventdata: {
          targetUserName: 'bob',
          targetDomainName: 'CORP',
          logonType: '3',
          ipAddress: '203.0.113.9',
          ipPort: '50123',
        },
      },
    },
  ],
  ['XML', xml(`<EventData>${LIST.map(([k, v]) => `<Data Name='${k}'>${v}</Data>`).join('')}</EventData>`)],
]

describe('the same event in every shape', () => {
  it.each(SHAPES)('%s', (_, raw) => {
    const { event, sourceFields, format } = normalizeRaw(raw)
    expect(event).toMatchObject({
      class_uid: 3002,
      outcome: 'failure',
      event_time: '2026-11-21T09:29:58.123Z',
      user: { name: 'bob', domain: 'CORP' },
      src_endpoint: { ip: '203.0.113.9', port: 50123 },
      device: { hostname: 'DC1' },
      metadata: { event_code: '4625', log_name: 'Security' },
    })
    expect(sourceFields).toMatchObject({ EventID: 4625, Channel: 'Security', Computer: 'DC1', ...DATA })
    expect(format).toBe('windows_event')
    expect(normalizeRaw(raw, { format: 'windows_event' }).event).toEqual(event)
  })

  it('JSON as text gives the same as the object', () => {
    const raw = SHAPES[0]![1] as object
    expect(normalizeRaw(JSON.stringify(raw, null, 2)).event).toEqual(normalizeRaw(raw).event)
  })

  it('names lose their spaces, and User keeps its domain', () => {
    const { sourceFields } = normalizeRaw({
      EventID: 1,
      Channel: 'Microsoft-Windows-Sysmon/Operational',
      'Source Name': 'Microsoft-Windows-Sysmon',
      User: 'CORP\\ann',
      Image: 'C:\\a.exe',
    })
    expect(sourceFields).toMatchObject({
      SourceName: 'Microsoft-Windows-Sysmon',
      Provider_Name: 'Microsoft-Windows-Sysmon',
      User: 'CORP\\ann',
    })
  })

  it('UserData is read from inside its own element', () => {
    const raw = xml(
      "<UserData><LogFileCleared xmlns='x'><SubjectUserName>eve</SubjectUserName></LogFileCleared></UserData>",
    ).replace('4625', '1102')
    expect(normalizeRaw(raw).event).toMatchObject({
      event_type: 'event_log_activity',
      actor: { user: { name: 'eve' } },
    })
  })

  it('unnamed data become Data and param1 …', () => {
    const { sourceFields } = normalizeRaw(xml('<EventData><Data>one</Data><Data>two &lt;&#x41;&gt;</Data></EventData>'))
    expect(sourceFields).toMatchObject({ Data: ['one', 'two <A>'], param1: 'one', param2: 'two <A>' })
  })

  it('data never replace the header fields that route the rules', () => {
    const { sourceFields } = normalizeRaw({
      Event: { System: { EventID: 1, Channel: 'Security' }, EventData: { Channel: 'Evil', EventID: 9 } },
    })
    expect(sourceFields).toMatchObject({ EventID: 1, Channel: 'Security' })
  })
})

describe('hostile XML', () => {
  it('entities declared in a document are never expanded', () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${xml('<EventData><Data Name="A">&b;</Data></EventData>')}`
    expect(normalizeRaw(bomb).parsed).toBe('unparsed')
    const { sourceFields } = normalizeRaw(xml('<EventData><Data Name="A">&b;&amp;lt;</Data></EventData>'))
    expect(sourceFields.A).toBe('&b;&lt;')
  })

  it.each([
    ['cut off', xml('<EventData>').slice(0, 300)],
    ['deep', `<Event>${'<a>'.repeat(10_000)}`],
    ['not an event', '<Event>x</Event>'],
    ['prototype names', xml('<EventData><Data Name="__proto__">x</Data><__proto__>y</__proto__></EventData>')],
  ])('%s still gives an event', (_, raw) => {
    expect(normalizeRaw(raw).event).toMatchObject({ event_id: 'evt_test' })
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })
})
