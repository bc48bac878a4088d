import { definePack, type Kind, type Source, type Told } from '../../src/packs/kit.ts'

const SEVERITY: Told = { by: 'level', words: { WARN: 2, ERROR: 3 }, else: 1 }
const OWN = ['{level} {loggerName}:', '{formattedMessage}'] as const
const said = (title: string, more: Partial<Kind>): Kind => ({
  title,
  class: 'base_event',
  activity: 0,
  severity: SEVERITY,
  says: ['{level} {logger_name}:', '{message}'],
  ...more,
})

export const pack = definePack({
  id: 'qos-logback',
  vendor: 'QOS.ch',
  product: 'Logback',
  docs: ['https://github.com/logfellow/logstash-logback-encoder', 'https://logback.qos.ch/manual/encoders.html'],
  send: 'The JSON of the Logstash encoder or of JsonEncoder, by TCP or through a shipper.',
  marks: {
    keys: [
      ['level_value', 'logger_name', 'thread_name', 'level'],
      ['loggerName', 'sequenceNumber', 'threadName', 'timestamp'],
    ],
  },
  time: ['@timestamp', 'timestamp'],
  kind: (source: Source) => {
    const kind = source.text('level') === 'ERROR' ? 'error' : 'message'
    // JsonEncoder tells the pattern as the message, and what came of it apart.
    return source.fields.formattedMessage === undefined ? kind : `encoder ${kind}`
  },
  map: { level: 'metadata.log_level', logger_name: 'metadata.log_name', loggerName: 'metadata.log_name' },
  kinds: {
    error: said('Error of an application', { class: 'application_error', activity: 1 }),
    message: said('Message of an application', {}),
    'encoder error': said('Error of an application (JsonEncoder)', {
      class: 'application_error',
      activity: 1,
      says: OWN,
    }),
    'encoder message': said('Message of an application (JsonEncoder)', { says: OWN }),
  },
})
