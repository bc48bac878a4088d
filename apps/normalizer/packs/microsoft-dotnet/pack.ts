import { definePack, type Fields, type Kind, type Source, type Told } from '../../src/packs/kit.ts'

const SHAPES = [
  // Serilog's file: `2026-11-21 09:29:58.123 +01:00 [INF] …`.
  /^(?<Timestamp>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} [+-]\d\d:\d\d) \[(?<Level>VRB|DBG|INF|WRN|ERR|FTL)\] (?<Message>[\s\S]*)$/,
  // NLog's default: `2026-11-21 09:29:58.1234|INFO|Corp.Shop|…`.
  /^(?<Timestamp>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{4})\|(?<Level>TRACE|DEBUG|INFO|WARN|ERROR|FATAL)\|(?<Logger>[\w.`+<>-]{1,128})\|(?<Message>[\s\S]*)$/,
  // The console of .NET, in two lines.
  /^(?<Level>trce|dbug|info|warn|fail|crit): (?<Logger>[\w.`+-]{1,128})\[(?<EventId>\d{1,10})\]\r?\n {6}(?<Message>[\s\S]*)$/,
]

function read(text: string): Fields | undefined {
  for (const shape of SHAPES) {
    const groups = shape.exec(text)?.groups
    if (groups) return { ...groups }
  }
  return undefined
}

const LEVEL = ['Level', 'LogLevel', '@l'] as const
const SEVERITY: Told = {
  by: LEVEL,
  words: { wrn: 2, warn: 2, warning: 2, err: 3, error: 3, fail: 3, ftl: 4, fatal: 4, crit: 4, critical: 4 },
  else: 1,
}
const ERRORS = /^(?:err|error|fail|ftl|fatal|crit|critical)$/i
const said = (title: string, more: Partial<Kind>): Kind => ({
  title,
  class: 'base_event',
  activity: 0,
  severity: SEVERITY,
  says: [
    '{Level}',
    '{Logger}:',
    '{LogLevel}',
    '{Category}:',
    '{@l}',
    '{SourceContext}:',
    '{Message}',
    '{@m}',
    '{@mt}',
    '{RenderedMessage}',
  ],
  ...more,
})

export const pack = definePack({
  id: 'microsoft-dotnet',
  vendor: 'Microsoft',
  product: '.NET application log',
  names: ['.NET', 'Serilog', 'NLog', 'ASP.NET Core'],
  docs: [
    'https://learn.microsoft.com/en-us/dotnet/core/extensions/console-log-formatter',
    'https://github.com/serilog/serilog-formatting-compact',
    'https://github.com/NLog/NLog/wiki/Layouts',
  ],
  send: 'The output or file through a shipper that joins the lines of a trace; best the JSON console or the compact JSON of Serilog.',
  marks: {
    keys: [
      ['@mt', '@t'],
      ['@m', '@t'],
      ['LogLevel', 'Category', 'EventId', 'Message'],
    ],
    heads: [
      ...['VRB', 'DBG', 'INF', 'WRN', 'ERR', 'FTL'].map(level => `<t> [${level}] `),
      ...['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'].map(level => `<t>|${level}|`),
      ...['trce', 'dbug', 'info', 'warn', 'fail', 'crit'].map(level => `${level}: <w>`),
    ],
  },
  confirms: ({ message }) => message === undefined || read(message) !== undefined,
  read,
  time: ['Timestamp', '@t'],
  // Serilog leaves the level out if it is Information.
  kind: (source: Source) => (ERRORS.test(source.first(...LEVEL) ?? '') ? 'error' : 'message'),
  map: {
    Level: 'metadata.log_level',
    LogLevel: 'metadata.log_level',
    '@l': 'metadata.log_level',
    Logger: 'metadata.log_name',
    Category: 'metadata.log_name',
    SourceContext: 'metadata.log_name',
  },
  kinds: {
    error: said('Error of an application', { class: 'application_error', activity: 1 }),
    message: said('Message of an application', {}),
  },
})
