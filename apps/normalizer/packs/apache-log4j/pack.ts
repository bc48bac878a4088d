import { definePack, type Kind, type Source, type Told } from '../../src/packs/kit.ts'

const SEVERITY: Told = { by: 'level', words: { WARN: 2, ERROR: 3, FATAL: 4 }, else: 1 }
const said = (title: string, more: Partial<Kind>): Kind => ({
  title,
  class: 'base_event',
  activity: 0,
  severity: SEVERITY,
  says: ['{level} {loggerName}:', '{message}'],
  // Seconds and nanoseconds say no more than the time of the event.
  also: source => source.use('instant.epochSecond', 'instant.nanoOfSecond'),
  ...more,
})

export const pack = definePack({
  id: 'apache-log4j',
  vendor: 'Apache',
  product: 'Log4j',
  docs: [
    'https://logging.apache.org/log4j/2.x/manual/json-template-layout.html',
    'https://logging.apache.org/log4j/2.x/manual/layouts.html',
  ],
  send: 'The JSON of JsonLayout, by TCP or through a shipper. Lines of PatternLayout are read as an application log.',
  marks: {
    keys: [
      ['loggerFqcn', 'loggerName', 'level'],
      ['endOfBatch', 'loggerName', 'level'],
    ],
  },
  time: ['timeMillis', 'instant.epochSecond'],
  kind: (source: Source) => (/^(?:ERROR|FATAL)$/.test(source.text('level') ?? '') ? 'error' : 'message'),
  map: { level: 'metadata.log_level', loggerName: 'metadata.log_name' },
  kinds: {
    error: said('Error of an application', { class: 'application_error', activity: 1 }),
    message: said('Message of an application', {}),
  },
})
