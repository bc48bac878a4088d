import { definePack, type Fields, type Kind, type Source, type Told } from '../../src/packs/kit.ts'

const WORDS = 'TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|SEVERE|FATAL|CRITICAL'
const TIME = '(?<time>\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d{1,9})?(?: ?(?:Z|[+-]\\d\\d:?\\d\\d))?)'
const LEVEL = `(?<level>${WORDS})`
const THREAD = '\\[(?<thread>[^\\]]{1,128})\\]'
/** Names of classes and modules: at least two parts, so that no word of a message is taken for one. */
const LOGGER = '(?<logger>[A-Za-z_$][\\w$]{0,64}(?:\\.[A-Za-z_$][\\w$]{0,64}){1,16})'
const END = ' ?(?:-|:) (?<message>[\\s\\S]*)$'
/** The usual patterns of log4j, logback and log4net, which cannot be told apart: time, level, thread and logger. */
const SHAPES = [
  `${TIME} ${THREAD} ${LEVEL} {1,4}${LOGGER}${END}`,
  `${TIME} ${LEVEL} {1,4}${THREAD} ${LOGGER}${END}`,
  `${TIME} ${LEVEL} {1,4}${LOGGER} ${THREAD}${END}`,
  `${TIME} ${LEVEL} {1,4}${LOGGER}${END}`,
].map(shape => new RegExp(`^${shape}`))

function read(text: string): Fields | undefined {
  for (const shape of SHAPES) {
    const groups = shape.exec(text)?.groups
    if (groups) return Object.fromEntries(Object.entries(groups).filter(([, value]) => value !== undefined))
  }
  return undefined
}

const SEVERITY: Told = {
  by: 'level',
  words: { WARN: 2, WARNING: 2, ERROR: 3, SEVERE: 3, FATAL: 4, CRITICAL: 4 },
  else: 1,
}
const said = (title: string, more: Partial<Kind>): Kind => ({
  title,
  class: 'base_event',
  activity: 0,
  severity: SEVERITY,
  says: ['{level} {logger}:', '{message}'],
  ...more,
})

export const pack = definePack({
  id: 'application-log',
  vendor: 'application',
  product: 'Text log',
  names: ['log4j', 'logback', 'log4net', 'Java', 'application log'],
  docs: [
    'https://logging.apache.org/log4j/2.x/manual/pattern-layout.html',
    'https://logback.qos.ch/manual/layouts.html',
    'https://logging.apache.org/log4net/manual/introduction.html',
  ],
  send: 'The file through a shipper that joins the lines of a stack trace. Start each line with a time that has a zone, the level and the logger.',
  marks: { heads: ['<t> [', ...WORDS.split('|').map(level => `<t> ${level} `)] },
  confirms: ({ message }) => message !== undefined && read(message) !== undefined,
  read,
  time: ['time'],
  kind: (source: Source) =>
    /^(?:ERROR|SEVERE|FATAL|CRITICAL)$/.test(source.text('level') ?? '') ? 'error' : 'message',
  map: { level: 'metadata.log_level', logger: 'metadata.log_name' },
  kinds: {
    error: said('Error of an application', { class: 'application_error', activity: 1 }),
    message: said('Message of an application', {}),
  },
})
