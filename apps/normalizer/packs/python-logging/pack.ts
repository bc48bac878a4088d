import { definePack, type Fields, type Kind, type Source, type Told } from '../../src/packs/kit.ts'

const LEVEL = '(?<levelname>DEBUG|INFO|WARNING|ERROR|CRITICAL)'
const NAME = '(?<name>[A-Za-z_][\\w.-]{0,128})'
const SHAPES = [
  // `%(asctime)s - %(name)s - %(levelname)s - %(message)s`, the format of the tutorials.
  `(?<asctime>\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d(?:,\\d{3})?) - ${NAME} - ${LEVEL} - (?<message>[\\s\\S]*)`,
  // `%(levelname)s:%(name)s:%(message)s`, the format of basicConfig().
  `${LEVEL}:${NAME}:(?<message>[\\s\\S]*)`,
  // Gunicorn.
  `\\[(?<asctime>\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d [+-]\\d{4})\\] \\[(?<process>\\d{1,10})\\] \\[${LEVEL}\\] (?<message>[\\s\\S]*)`,
].map(shape => new RegExp(`^${shape}$`))

function read(text: string): Fields | undefined {
  for (const shape of SHAPES) {
    const groups = shape.exec(text)?.groups
    if (groups) return Object.fromEntries(Object.entries(groups).filter(([, value]) => value !== undefined))
  }
  return undefined
}

const SEVERITY: Told = { by: ['levelname', 'level'], words: { WARNING: 2, ERROR: 3, CRITICAL: 4 }, else: 1 }
const said = (title: string, more: Partial<Kind>): Kind => ({
  title,
  class: 'base_event',
  activity: 0,
  severity: SEVERITY,
  says: ['{levelname}', '{name}:', '{message}'],
  ...more,
})

export const pack = definePack({
  id: 'python-logging',
  vendor: 'Python',
  product: 'logging',
  names: ['Python', 'Gunicorn', 'python-json-logger'],
  docs: [
    'https://docs.python.org/3/library/logging.html#logrecord-attributes',
    'https://docs.gunicorn.org/en/stable/settings.html#logging',
  ],
  send: 'SysLogHandler, or the output or file through a shipper that joins the lines of a traceback.',
  marks: {
    keys: [
      ['levelname', 'name', 'message'],
      ['levelname', 'asctime', 'message'],
    ],
    heads: [
      ...['DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'].flatMap(level => [
        `${level}:<w>:`,
        `${level}:<w>.`,
        `[<t>] [<n>] [${level}] `,
        `[<t> +<n>] [<n>] [${level}] `,
      ]),
      '<t> - <w>',
      '<t> - __',
    ],
  },
  confirms: ({ message }) => message === undefined || read(message) !== undefined,
  read,
  time: ['asctime', 'timestamp'],
  kind: (source: Source) => (/^(?:ERROR|CRITICAL)$/.test(source.text('levelname') ?? '') ? 'error' : 'message'),
  map: { levelname: 'metadata.log_level', name: 'metadata.log_name', process: 'process.pid' },
  kinds: {
    error: said('Error of an application', { class: 'application_error', activity: 1 }),
    message: said('Message of an application', {}),
  },
})
